import type { Caller, Window } from './callers.ts';

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

export const MISSING_KEY: ErrorBody = {
  code: 'api_key_missing',
  message: "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
  status: 401,
};

export const INVALID_KEY: ErrorBody = {
  code: 'api_key_invalid',
  message: 'The API key is not valid.',
  status: 401,
};

export const INVALID_LIMIT: ErrorBody = {
  code: 'invalid_parameter',
  message: 'limit must be at least 1.',
  status: 400,
};

export const invalidBody = (message: string): ErrorBody => ({
  code: 'invalid_body',
  message,
  status: 400,
});

export const petNotFound = (id: number): ErrorBody => ({
  code: 'pet_not_found',
  message: `No animal has the id ${id}.`,
  status: 404,
});

export function banned({ bannedUntil }: Caller, now: number): ErrorBody {
  const because = 'because it kept sending requests after 429 responses';
  const message = `The API key is banned ${because}. Retry after ${bannedUntil - now} seconds.`;
  return { code: 'api_key_banned', message, status: 429 };
}

export function overLimit({ limit, name, opensAgainAt }: Window, now: number): ErrorBody {
  const exceeded = `Too many requests: the limit of ${limit} per ${name} is exceeded.`;
  const message = `${exceeded} Retry after ${opensAgainAt - now} seconds.`;
  return { code: 'rate_limit_exceeded', message, status: 429 };
}
