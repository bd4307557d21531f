// What a request with an API key may meet while the operator changes the key: the change works
// everywhere within a second.

import type { ModelTime } from '../../support/model-time.ts';

const SECOND_MS = 1_000;

/** What a key may do. */
export interface KeyRights {
  readonly isDisabled: boolean;
  readonly isRevoked: boolean;
  /** By the time of day. */
  readonly expiresAtMs: number;
  readonly isReadOnly: boolean;
  /** By the time of day; 0 if never. */
  readonly rotatedAtMs: number;
}

/** The status that rejects a request with the key; undefined for none. */
export type Rejection = 401 | 403 | undefined;

export type KeyHistory = ReturnType<typeof createKeyHistory>;

export function createKeyHistory(time: ModelTime, rights: KeyRights) {
  const all = [{ rights, untilMs: Number.POSITIVE_INFINITY }];

  function rejection({ rights }: (typeof all)[number], isWrite: boolean): Rejection {
    const isOver = rights.isDisabled || rights.isRevoked || time.wallMs() >= rights.expiresAtMs;
    if (isOver) return 401;
    return rights.isReadOnly && isWrite ? 403 : undefined;
  }

  return {
    /** The rights that are stored now. */
    latest: () => (all.at(-1) ?? { rights }).rights,

    /** From now on the key has other rights. */
    change(rights: KeyRights) {
      const last = all.at(-1);
      if (last) last.untilMs = time.monotonicMs();
      all.push({ rights, untilMs: Number.POSITIVE_INFINITY });
    },

    /** What may happen to a request now. */
    possible(isWrite: boolean): Rejection[] {
      const known = all.filter(({ untilMs }) => time.monotonicMs() < untilMs + SECOND_MS);
      return [...new Set(known.map((one) => rejection(one, isWrite)))];
    },
  };
}
