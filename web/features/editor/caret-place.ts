const COPIED = [
  ...['direction', 'boxSizing', 'width', 'fontFamily', 'fontSize', 'fontWeight', 'lineHeight'],
  ...['letterSpacing', 'paddingTop', 'paddingLeft', 'paddingRight', 'tabSize', 'wordBreak'],
] as const;

/** Where a position of a text field is drawn, from its upper left corner in pixels. */
export function caretPlace(field: HTMLTextAreaElement, position: number) {
  const copy = document.createElement('div');
  const style = getComputedStyle(field) as unknown as Record<string, string>;
  for (const name of COPIED) copy.style.setProperty(dashed(name), style[name] ?? '');
  copy.style.cssText +=
    ';position:absolute;visibility:hidden;white-space:pre-wrap;overflow-wrap:break-word;top:0;left:0';
  copy.textContent = field.value.slice(0, position);
  const mark = document.createElement('span');
  mark.textContent = '{{';
  copy.append(mark);
  field.parentElement?.append(copy);
  const place = { bottom: mark.offsetTop + mark.offsetHeight, left: mark.offsetLeft };
  copy.remove();
  return place;
}

const dashed = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
