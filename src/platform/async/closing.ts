// What an application does when it is closed, step by step: whoever starts first, and whatever is
// registered last, each step begins once the one before has ended.

/**
 * In their order: the last requests end, what was counted last is stored, and only then ends what
 * observes both.
 */
const STEPS = ['requests', 'writes', 'observers'] as const;

export interface Closing {
  /** Adds what is done in a step, at once with all else of that step. */
  on(step: (typeof STEPS)[number], close: () => Promise<unknown>): void;
  /** Takes all steps, also those that follow one that has failed. @throws the first failure */
  close(): Promise<void>;
}

export function createClosing(): Closing {
  const added: { step: string; close: () => Promise<unknown> }[] = [];
  return {
    on: (step, close) => void added.push({ step, close }),
    async close() {
      const failures: unknown[] = [];
      for (const step of STEPS) {
        const ended = added.filter((one) => one.step === step).map(({ close }) => close());
        for (const result of await Promise.allSettled(ended)) {
          if (result.status === 'rejected') failures.push(result.reason);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
