import { create } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import type { User } from '#contract/core/auth.ts';
import { forgetRequests } from '#web/lib/early.ts';

const ACCESS = 'access_token';
const REFRESH = 'refresh_token';
const STORE = 'auth-storage';

type AuthState = {
  user: User | null;
  accessToken: string | null;
  refreshToken: string | null;
  isAuthenticated: boolean;
};

const SIGNED_OUT: AuthState = {
  user: null,
  accessToken: null,
  refreshToken: null,
  isAuthenticated: false,
};

type Stored = Partial<AuthState>;

/** What this tab has read or written last. */
let known: string | null = null;

/**
 * What is stored, where it can be read: the raw tokens are enough to sign in. Only news is written:
 * somebody else may have signed in meanwhile, in another tab, and this tab would write its own person
 * over them.
 */
const storage: PersistStorage<Stored> = {
  getItem: (name) => {
    known = localStorage.getItem(name);
    try {
      const { state } = JSON.parse(known ?? '{}');
      const isUser = typeof state?.user?.id === 'number' && typeof state.user.name === 'string';
      return { state: isUser ? state : {}, version: 0 };
    } catch {
      return { state: {}, version: 0 };
    }
  },
  setItem: (name, value) => {
    const text = JSON.stringify(value);
    if (text === known) return;
    localStorage.setItem(name, text);
    known = text;
  },
  removeItem: (name) => localStorage.removeItem(name),
};

/**
 * The session, stored under `auth-storage`; the raw keys `access_token` and `refresh_token` win
 * over it (docs/domain/pages.md, 'Browser storage').
 */
export const useAuth = create<AuthState>()(
  persist(() => SIGNED_OUT, {
    name: STORE,
    version: 0,
    storage,
    merge: (saved, current) => {
      const [accessToken, refreshToken] = [
        localStorage.getItem(ACCESS),
        localStorage.getItem(REFRESH),
      ];
      if (!accessToken || !refreshToken) return SIGNED_OUT;
      return { ...current, ...(saved as Partial<AuthState>), accessToken, refreshToken };
    },
  }),
);

/** Whether initialisation has ended: before, a token may turn out to be expired. */
export const useAuthSettled = create(() => false);

/** The last person of this tab: their location is not for anybody else. */
export let lastPerson: number | undefined = useAuth.getState().user?.id;
useAuth.subscribe(({ user }) => {
  lastPerson = user?.id ?? lastPerson;
});

export function setAuth(user: User, accessToken: string, refreshToken: string) {
  useSessionEnd.setState({ why: null });
  localStorage.setItem(ACCESS, accessToken);
  localStorage.setItem(REFRESH, refreshToken);
  useAuth.setState({ user, accessToken, refreshToken, isAuthenticated: true });
}

export function setAccessToken(accessToken: string) {
  localStorage.setItem(ACCESS, accessToken);
  useAuth.setState({ accessToken });
}

/** Why the last session has ended, where the person did not end it. */
export const useSessionEnd = create<{ why: string | null }>(() => ({ why: null }));

/** What the sign-in page says of it. */
export const SESSION_ENDED = 'Your session has ended. Please log in again.';
/** What a request fails with. */
export const SIGN_IN_AGAIN = 'Authentication credentials were not provided. Please log in again.';

/** @param why what the sign-in page says, where the person did not sign out */
export function clearAuth(why: string | null = null) {
  localStorage.removeItem(ACCESS);
  localStorage.removeItem(REFRESH);
  forgetRequests();
  useAuth.setState(SIGNED_OUT);
  useSessionEnd.setState({ why });
}

/** Calls back where a session ends that the person did not end: the router opens the sign-in page. */
export const onSessionEnd = (callback: () => void) =>
  useSessionEnd.subscribe(({ why }) => why !== null && callback());

/** Follows the other tabs: signing out there ends this session. */
export function followOtherTabs() {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === ACCESS || key === REFRESH || key === STORE)
      void useAuth.persist.rehydrate();
  });
}
