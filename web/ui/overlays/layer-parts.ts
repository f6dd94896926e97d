export { DialogPanel } from './DialogPanel.tsx';
export { DrawerPanel } from './DrawerPanel.tsx';
export { MenuChoicePart, MenuItemPart, MenuPanel, MenuSwitchPart } from './MenuPanel.tsx';
export { PopoverPanel } from './PopoverPanel.tsx';
export { Options } from './SelectOptions.tsx';
export { SheetPanel } from './SheetPanel.tsx';
export { ToastRegion } from './ToastRegion.tsx';
