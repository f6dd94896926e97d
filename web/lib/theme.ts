import { create } from 'zustand';

export type Theme = 'system' | 'light' | 'dark';

const dark = matchMedia('(prefers-color-scheme: dark)');
const stored = localStorage.getItem('theme');

/** Light or dark: as the person chose, else as the system has it. `public/theme.js` does the same before the first paint. */
export const useTheme = create<{ theme: Theme }>(() => ({
  theme: stored === 'light' || stored === 'dark' ? stored : 'system',
}));

export function setTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem('theme');
  else localStorage.setItem('theme', theme);
  useTheme.setState({ theme });
}

function apply() {
  const { theme } = useTheme.getState();
  document.documentElement.classList.toggle('dark', theme === 'dark' || (theme === 'system' && dark.matches));
}

useTheme.subscribe(apply);
dark.addEventListener('change', apply);
