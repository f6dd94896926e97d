// Runs before the first paint, and therefore outside of the application: applies what only this
// device knows of how a page looks.
const root = document.documentElement;
const system = matchMedia('(prefers-color-scheme: dark)');
function applyTheme() {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  root.classList.toggle('dark', theme === 'dark' || (theme !== 'light' && system.matches));
}
applyTheme();
system.addEventListener('change', applyTheme);

// Prerendered pages have the variants of visitors and of members; CSS selects by this
// (features/core/auth/ByViewer.tsx).
if (localStorage.getItem('access_token') && localStorage.getItem('refresh_token')) {
  root.dataset.viewer = 'member';
  root.style.setProperty('--viewer-name', asCssText(storedName()));
  const collapsed = localStorage.getItem('sidebar-collapsed') ?? String(innerWidth < 1024);
  root.style.setProperty('--shell-sidebar', collapsed === 'true' ? '64px' : '256px');
}

function storedName() {
  try {
    return String(JSON.parse(localStorage.getItem('auth-storage')).state.user.name);
  } catch {
    return '';
  }
}

function asCssText(text) {
  return `"${text.replace(/["\\\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0).toString(16)} `)}"`;
}
