/* How much the service writes to its log besides the lines of its access log. */

export interface Log {
  /** Takes what an instance has written, in pieces of any length. */
  reader(): (text: string) => void;
  /** The most lines of an instance in a second since `begin`. */
  busiestSecond(): number;
  /** The first errors since `begin`. */
  errors(): readonly string[];
  begin(): void;
}

/** In lines of errors of the service itself. */
const UNEXPECTED = /"request failed"/;
const MAX_ERRORS = 3;
const MAX_LENGTH = 600;

/** In lines of the access log. */
const ACCESS = /"request (?:completed|aborted)"/;

/** @param nowMs the time, in milliseconds */
export function watchLog(nowMs: () => number): Log {
  let counts = new Map<string, number>();
  let errors: string[] = [];
  let readers = 0;
  return {
    reader() {
      readers += 1;
      const reader = readers;
      let rest = '';
      return (text) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        const second = `${reader} ${Math.floor(nowMs() / 1_000)}`;
        const failed = lines.filter((line) => UNEXPECTED.test(line));
        errors = [...errors, ...failed].slice(0, MAX_ERRORS);
        const count = lines.filter((line) => !ACCESS.test(line)).length;
        counts.set(second, (counts.get(second) ?? 0) + count);
      };
    },
    busiestSecond: () => Math.max(0, ...counts.values()),
    errors: () => errors.map((line) => line.slice(0, MAX_LENGTH)),
    begin() {
      errors = [];
      counts = new Map();
    },
  };
}
