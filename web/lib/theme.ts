import { create } from 'zustand';

export type Theme = 'system' | 'light' | 'dark';

/** Light or dark: as chosen, else the theme of the system. */
export const useTheme = create<{ theme: Theme }>(() => ({ theme: 'system' }));

export function setTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem('theme');
  else localStorage.setItem('theme', theme);
  useTheme.setState({ theme });
}

/** Continues what `public/before-paint.js` did before the first paint, which follows the system. */
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
  const stored = localStorage.getItem('theme');
  if (stored === 'light' || stored === 'dark') useTheme.setState({ theme: stored });
}
