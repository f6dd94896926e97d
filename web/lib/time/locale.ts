import { presentName } from '#contract/zones.ts';

/** How the reader writes times and begins weeks: as their browser is set. */

type Reader = {
  /** The language of dates: the texts are English, so that any other one is British. */
  language: string;
  /** 9:00 AM instead of 09:00. */
  hour12: boolean;
  /** Of the week; ISO 8601: 1 is Monday. */
  firstDay: number;
};

const MONDAY = 1;
const BRITISH = 'en-GB';

type WeekInfo = { firstDay: number };
type LocaleWithWeeks = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

export function readerOf(language: string): Reader {
  try {
    const locale = new Intl.Locale(language) as LocaleWithWeeks;
    const { hour12 = false } = new Intl.DateTimeFormat(language, {
      hour: 'numeric',
    }).resolvedOptions();
    return {
      language: locale.language === 'en' ? language : BRITISH,
      hour12,
      // Firefox knows no weeks.
      firstDay: (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? MONDAY,
    };
  } catch {
    // The language of some systems is no language tag: 'en-US@posix'.
    return { language: BRITISH, hour12: false, firstDay: MONDAY };
  }
}

/** Outside of a browser, in the tests and in the build, the language is that of the machine. */
export const READER = readerOf(typeof document === 'undefined' ? BRITISH : navigator.language);

/** The zone of the browser. */
export const OWN_ZONE = presentName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
