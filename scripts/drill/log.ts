/* How much the service writes to its log besides the lines of its access log. */

export interface Log {
  /** Takes what an instance has written, in pieces of any length. */
  reader(): (text: string) => void;
  /** The most lines of an instance in a second since `begin`. */
  busiestSecond(): number;
  begin(): void;
}

/** In lines of the access log. */
const ACCESS = /"request completed"/;

/** @param nowMs the time, in milliseconds */
export function watchLog(nowMs: () => number): Log {
  let counts = new Map<string, number>();
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
        const count = lines.filter((line) => !ACCESS.test(line)).length;
        counts.set(second, (counts.get(second) ?? 0) + count);
      };
    },
    busiestSecond: () => Math.max(0, ...counts.values()),
    begin() {
      counts = new Map();
    },
  };
}
