const STEP_MS = 10;

interface Wait {
  readonly lastStep: number;
  readonly giveUp: () => void;
  isOver: boolean;
}

/**
 * Waits for responses, but no longer than this. A process that is busy itself cannot read a response
 * that has arrived: time passes in steps, before each of which arrived responses are read, so that a
 * delay of the process, however long, counts as one step.
 */
export function createDeadlines(maxWaitMs: number) {
  let waits: Wait[] = [];
  let step = 0;
  let timer: NodeJS.Timeout | undefined;

  /** @throws when the time is over; a late response is ignored */
  function withDeadline<Response>(response: Promise<Response>): Promise<Response> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error(`There was no response within ${maxWaitMs} ms.`));
      const wait: Wait = { lastStep: step + maxWaitMs / STEP_MS, giveUp, isOver: false };
      waits.push(wait);
      // One timer for all that wait: one for each request costs more than counting it.
      timer ??= setInterval(() => setImmediate(nextStep), STEP_MS).unref();
      response.then(
        (value) => {
          wait.isOver = true;
          resolve(value);
        },
        (error) => {
          wait.isOver = true;
          reject(error);
        },
      );
    });
  }

  function nextStep() {
    step += 1;
    waits = waits.filter((wait) => {
      if (!wait.isOver && wait.lastStep <= step) wait.giveUp();
      return !wait.isOver && wait.lastStep > step;
    });
    if (waits.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return withDeadline;
}
