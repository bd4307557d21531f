import { withTimeout } from '../with-timeout.ts';
import { Login, type OnResult, promised, type Statement } from './login.ts';
import { isNameLost, type Names, statementName } from './names.ts';

/*
 * A connection of the pool. It runs statements by name where names survive, and ends those that take too
 * long.
 */

/**
 * Asks whether a pooler is in between, since that hides the process of the server, and whether it passes
 * names on. Without one, what is set for the session is set for this connection alone: the time limit, and
 * that indexes are preferred. A plan that was made while a table was empty would read all of it when it
 * has grown, until PostgreSQL takes statistics again. Without JIT, since what has no index to use counts as
 * so expensive then that PostgreSQL would compile it.
 */
const PROBE = `SELECT pg_backend_pid() = $1, EXISTS (SELECT FROM pg_prepared_statements WHERE name = $2),
  CASE pg_backend_pid() WHEN $1 THEN set_config('statement_timeout', $3, false) ||
    set_config('enable_seqscan', 'off', false) || set_config('jit', 'off', false) END`;
const PROBE_NAME = statementName(PROBE);

type Probed = [isDirect: boolean, isNameKnown: boolean];

function ignore() {}

export class Client extends Login {
  readonly #names: Names;
  readonly #login: ConstructorParameters<typeof Login>;
  #isDirect = false;
  #isCancelled = false;

  constructor(names: Names, ...login: ConstructorParameters<typeof Login>) {
    super(...login);
    this.#names = names;
    this.#login = login;
  }

  override connect(callback: (error: Error | null) => void): void {
    this.#begin().then(() => callback(null), callback);
  }

  async #begin() {
    await this.reach();
    // Until the pool listens. The statement fails as well.
    this.on('error', ignore);
    try {
      const [isDirect, isNameKnown] = await this.#probe();
      this.#isDirect = isDirect;
      if (isNameKnown && !isDirect) this.#names.survive ??= await this.#keepsSession();
    } finally {
      this.off('error', ignore);
    }
  }

  async #probe(): Promise<Probed> {
    const { isTimed, statementTimeoutMs } = this.settings;
    const timeout = isTimed ? statementTimeoutMs : 0;
    const values = [this.processID, PROBE_NAME, timeout];
    try {
      const probe = { name: PROBE_NAME, text: PROBE, values, rowMode: 'array' };
      const result = await promised((onResult) => this.run(probe, undefined, onResult));
      const { rows } = result as { readonly rows: readonly [Probed] };
      return rows[0];
    } catch (error) {
      if (!isNameLost(error)) throw error;
      this.#names.onLost();
      return [false, false];
    }
  }

  /**
   * Whether a second connection gets a session of its own, although this one uses its own no longer. Where
   * it gets none in time, all are taken: so it is.
   */
  async #keepsSession(): Promise<boolean> {
    const other = new Client(this.#names, ...this.#login);
    other.on('error', ignore);
    const probing = other.reach().then(() => other.#probe());
    await withTimeout(probing, this.settings.connectTimeoutMs / 4).catch(() => undefined);
    other.end();
    return this.#names.survive ?? true;
  }

  /** Runs a statement by its name, or without where names do not survive. */
  override query(statement: Statement, values?: unknown, onResult?: OnResult): unknown {
    if (onResult) return this.#query(statement, values, onResult);
    return promised((onResult) => this.#query(statement, values, onResult));
  }

  #query(statement: Statement, values: unknown, onResult: OnResult) {
    if (!statement.name) return this.#run(statement, values, onResult);
    if (!this.#isDirect && this.#names.survive === false) {
      return this.#run({ ...statement, name: '' }, values, onResult);
    }
    return this.#run(statement, values, (error, result) => {
      if (!isNameLost(error)) return onResult(error, result);
      if (!this.#isDirect) this.#names.onLost();
      // Nothing was executed.
      this.#run({ ...statement, name: '' }, values, onResult);
    });
  }

  /** Only the server can end a statement. Behind a pooler, where it cannot know the time limit, it is told to. */
  #run(statement: Statement, values: unknown, onResult: OnResult) {
    const { isTimed, statementTimeoutMs } = this.settings;
    if (this.#isDirect || !isTimed) return this.run(statement, values, onResult);
    const timer = setTimeout(() => {
      this.#isCancelled = true;
      this.cancelStatement();
    }, statementTimeoutMs);
    return this.run(statement, values, (error, result) => {
      clearTimeout(timer);
      // What has been sent may arrive later, and end another statement.
      if (this.#isCancelled) this.end();
      onResult(error, result);
    });
  }
}
