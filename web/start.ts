// The first code of every page, which has to stay small: it loads the application (main.tsx).
import './styles/app.css';
import { requestEarly } from './lib/early.ts';
import { isExpired } from './lib/token.ts';

/** What a person may be about to use, and what changes the page from outside. */
const INTENTS = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'input', 'submit', 'click'];
const USED = 'a, button, input, textarea, select, [tabindex]';

/** The framework and the application are run as two tasks: both arrive together (vite.config.ts). */
const start = async () => {
  await import('react-dom/client');
  await (await import('./main.tsx')).start();
};

/**
 * A prerendered page can be read, and its links and fields used, without the application: it is
 * loaded when somebody points at, or types into, what may need it. What is pressed or sent before it
 * is there happens then.
 */
function startWhenUsed() {
  let started = false;
  let missed: (() => void) | undefined;
  function begin() {
    if (started) return;
    started = true;
    void start().then(() => {
      for (const name of INTENTS) document.removeEventListener(name, onIntent, true);
      missed?.();
    });
  }
  function onIntent(event: Event) {
    const { target, type } = event;
    const used = target instanceof Element ? target.closest<HTMLElement>(USED) : null;
    const form = target instanceof HTMLFormElement ? target : null;
    // The browser focuses a field of its own accord.
    if (!form && (!used || (type === 'focusin' && used.matches('[autofocus]')))) return;
    begin();
    if (type === 'submit' && form && form.method !== 'get') {
      event.preventDefault();
      missed = () => form.requestSubmit();
    } else if (type === 'click' && used?.matches('button:not([type=submit])')) {
      missed = () => {
        used.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
        used.click();
      };
    }
  }
  for (const name of INTENTS) document.addEventListener(name, onIntent, true);
  const typed = document.querySelectorAll<HTMLInputElement>('input, textarea');
  const token = localStorage.getItem('access_token');
  // What was typed meanwhile is checked, a message of the page before is shown, and so is that a
  // session may have ended.
  const ended = member && (!token || isExpired(token));
  if (ended || history.state?.usr || [...typed].some(({ value }) => value)) begin();
  window.addEventListener('storage', begin);
}

const prerendered = document.getElementById('root')?.firstChild !== null;
const member = document.documentElement.dataset.viewer === 'member';
// A member has no business on a page for guests, and is led on at once.
if (prerendered && !(member && 'guest' in document.documentElement.dataset)) startWhenUsed();
else {
  requestEarly();
  void start();
  // The first date or comparison of texts takes long: better now, while the application is on its way.
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format();
}
