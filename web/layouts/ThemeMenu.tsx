import { Monitor, Moon, Sun } from 'lucide-react';
import { setTheme, type Theme, useTheme } from '#web/lib/theme.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuChoice } from '#web/ui/overlays/Menu.tsx';

/** The icon is selected by CSS, which knows the theme before the application runs. */
const icons = [
  { Icon: Monitor, shown: 'in-data-theme:hidden' },
  { Icon: Sun, shown: 'hidden in-data-[theme=light]:block' },
  { Icon: Moon, shown: 'hidden in-data-[theme=dark]:block' },
];
const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };
const options = (Object.keys(labels) as Theme[]).map((value) => ({ value, label: labels[value] }));

/** Light, dark, or the theme of the system. */
export function ThemeMenu() {
  const theme = useTheme((state) => state.theme);
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Theme">
          {icons.map(({ Icon, shown }) => (
            <Icon key={shown} size={16} aria-hidden className={shown} />
          ))}
        </Button>
      }
    >
      <MenuChoice label="Theme" value={theme} options={options} onChange={setTheme} />
    </Menu>
  );
}
