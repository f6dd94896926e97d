import { Monitor, Moon, Sun } from 'lucide-react';
import { setTheme, type Theme, useTheme } from '#web/lib/theme.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuChoice } from '#web/ui/Menu.tsx';

const icons = { system: Monitor, light: Sun, dark: Moon };
const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };
const options = (Object.keys(labels) as Theme[]).map((value) => ({ value, label: labels[value] }));

/** Light, dark, or as the system has it. */
export function ThemeMenu() {
  const theme = useTheme((state) => state.theme);
  const Icon = icons[theme];
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Theme">
          <Icon size={16} aria-hidden />
        </Button>
      }
    >
      <MenuChoice label="Theme" value={theme} options={options} onChange={setTheme} />
    </Menu>
  );
}
