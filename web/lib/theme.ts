import { create } from 'zustand';

export type Theme = 'system' | 'light' | 'dark';

/** Light or dark: as the person chose, else as the system has it. */
export const useTheme = create<{ theme: Theme }>(() => ({ theme: 'system' }));

export function setTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem('theme');
  else localStorage.setItem('theme', theme);
  useTheme.setState({ theme });
}

/** Takes over from `public/before-paint.js`, which has done the same before the first paint, and follows what changes. */
export function followTheme() {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  function apply() {
    const { theme } = useTheme.getState();
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.classList.toggle('dark', theme === 'dark' || (theme === 'system' && system.matches));
  }
  useTheme.subscribe(apply);
  system.addEventListener('change', apply);
  const stored = localStorage.getItem('theme');
  if (stored === 'light' || stored === 'dark') useTheme.setState({ theme: stored });
}
