// Before the first paint, and therefore not part of the application: dark or light as chosen, else as the system has it.
document.documentElement.classList.toggle(
  'dark',
  localStorage.getItem('theme') === 'dark' ||
    (localStorage.getItem('theme') !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches),
);
