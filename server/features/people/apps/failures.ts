import { AppError } from '../../../errors.ts';

/** What an app asks for and does not get: a person is told why, and may return to the app. */
export class AppRefusal extends AppError {
  readonly error: string;

  /**
   * @param error as OAuth names it
   * @param back where the app is told, once it is known that it may be
   */
  constructor(detail: string, error: string, back: string | null = null) {
    super('app_refused', 400, detail, { extra: { back } });
    this.error = error;
  }
}

/** What a description of an error may hold (RFC 6749, 5.2). */
export const described = (text: string) =>
  text.replaceAll(/[‘’]/g, "'").replaceAll(/[^ !#-[\]-~]/g, '?');

/** An answer of the endpoints that apps call themselves (RFC 6749, 5.2). */
export class OAuthError extends Error {
  readonly error: string;
  readonly status: number;

  constructor(error: string, description: string, { status = 400 }: { status?: number } = {}) {
    super(described(description));
    this.error = error;
    this.status = status;
  }
}
