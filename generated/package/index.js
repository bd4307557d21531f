// A client of Animal Store 1.1.0, generated from its contract, without dependencies:
// a file to copy into a project, or the module of a package. It runs in Node.js 22.18 and later, Deno, Bun and browsers.

/** Makes a client. It sends nothing before you call a method. */
export function createClient(options) {
    const client = connect(options);
    return {
        get limits() {
            return client.limits();
        },
        listPets: client.list({
            operationId: 'listPets',
            route: 'GET /pets',
            takes: ['parameters'],
            inQuery: { limit: 'integer', id: ['int64'] },
            responses: { '200': [{ id: 'int64', categoryId: 'int64' }] },
        }),
        createPet: client.call({
            operationId: 'createPet',
            route: 'POST /pets',
            takes: ['body', 'parameters'],
            inHeaders: ['Idempotency-Key'],
            responses: { '201': { id: 'int64', categoryId: 'int64' } },
        }),
        getPet: client.call({
            operationId: 'getPet',
            route: 'GET /pets/{petId}',
            takes: ['parameters'],
            responses: { '200': { id: 'int64', categoryId: 'int64' } },
        }),
        updatePet: client.call({
            operationId: 'updatePet',
            route: 'PATCH /pets/{petId}',
            takes: ['parameters', 'body'],
            responses: { '200': { id: 'int64', categoryId: 'int64' } },
        }),
        removePet: client.call({
            operationId: 'removePet',
            route: 'DELETE /pets/{petId}',
            takes: ['parameters'],
            responses: { '204': null },
        }),
        listOrders: client.list({
            operationId: 'listOrders',
            route: 'GET /store/orders',
            takes: ['parameters'],
            inQuery: { limit: 'integer' },
            responses: { '200': [{ id: 'int64', petId: 'int64' }] },
        }),
        getAccount: client.call({
            operationId: 'getAccount',
            route: 'GET /account',
            takes: [],
            hasReserve: true,
            responses: { '200': {} },
        }),
        listUsage: client.list({
            operationId: 'listUsage',
            route: 'GET /account/usage',
            takes: ['parameters'],
            inQuery: { limit: 'integer', keyId: 'integer' },
            responses: {
                '200': [
                    {
                        requests: 'int64',
                        clientErrors: 'int64',
                        serverErrors: 'int64',
                    },
                ],
            },
        }),
        listKeys: client.list({
            operationId: 'listKeys',
            route: 'GET /account/keys',
            takes: ['parameters'],
            inQuery: { limit: 'integer' },
            hasReserve: true,
            responses: { '200': {} },
        }),
        createKey: client.call({
            operationId: 'createKey',
            route: 'POST /account/keys',
            takes: ['body', 'parameters'],
            inHeaders: ['Idempotency-Key'],
            responses: { '201': {} },
        }),
        getKey: client.call({
            operationId: 'getKey',
            route: 'GET /account/keys/{keyId}',
            takes: ['parameters'],
            hasReserve: true,
            responses: { '200': {} },
        }),
        revokeKey: client.call({
            operationId: 'revokeKey',
            route: 'DELETE /account/keys/{keyId}',
            takes: ['parameters'],
            hasReserve: true,
            responses: { '204': null },
        }),
        rotateKey: client.call({
            operationId: 'rotateKey',
            route: 'POST /account/keys/{keyId}/rotation',
            takes: ['parameters', 'body'],
            hasReserve: true,
            responses: { '201': {} },
        }),
    };
}

/** Narrows a value that was read to `PetStatus`. @throws a TypeError unless it is a value that can be sent */
export function expectPetStatus(value) {
    return expectOneOf(['available', 'pending', 'sold'], value);
}

/** Narrows a value that was read to `OrderStatus`. @throws a TypeError unless it is a value that can be sent */
export function expectOrderStatus(value) {
    return expectOneOf(['placed', 'approved', 'delivered'], value);
}
const BASE_URL = 'http://127.0.0.1:3000/v1';

/** The error of every failed call. An aborted call throws the reason of the signal instead. */
export class ApiError extends Error {
    /** That of the service, or `no_response`, `not_modified` or `unexpected_response`. */
    code;
    /** The status of the response; 0 if there is none. */
    status;
    /** The headers of the response; undefined if there is none. */
    headers;
    /** Quote it when you contact support. */
    requestId;
    /** How long to wait, counted from the error, until a request can succeed. */
    retryAfterSeconds;
    /** The `operationId` of the call. */
    operation;
    /** How many requests the call has sent; 0 if it failed before the first. */
    attempt;
    /** Where a redirect leads, which is never followed. No page is told. */
    location;
    constructor(fields, cause) {
        super(fields.message);
        this.name = 'ApiError';
        this.code = fields.code;
        this.status = fields.status;
        this.headers = fields.headers;
        this.requestId = fields.requestId;
        this.retryAfterSeconds = fields.retryAfterSeconds;
        this.operation = fields.operation;
        this.attempt = fields.attempt;
        this.location = fields.location;
        if (cause !== undefined)
            Object.defineProperty(this, 'cause', { value: cause });
    }
}

/**
 * Narrows a value that was read to the values that can be sent.
 *
 * @throws a TypeError for any other value, which a newer service may return
 */
export function expectOneOf(known, value) {
    const found = known.find((one) => one === value);
    if (found !== undefined)
        return found;
    throw new TypeError(`${JSON.stringify(value)} is none of ${JSON.stringify(known)}.`);
}

/** A repeated PATCH could undo what somebody has changed in between. */
const REPEATABLE = ['GET', 'PUT', 'DELETE'];

/** Such a failure is likely to end soon. */
const TEMPORARY = [408, 500, 502, 503, 504];

/** What a response with such a status says of limits may be about the address of the caller. */
const WITHOUT_KEY = [401, 408, 431, 503, 505];

/** What some platforms lack, such as React Native without polyfills. */
const NEEDED = {
    AbortController: () => new AbortController(),
    BigInt: () => BigInt(1),
    Headers: () => new Headers({ a: 'b' }),
    Request: () => new Request('https://a'),
    'URL.searchParams': () => new URL('?a=b', 'https://a').searchParams.getAll('a'),
    'crypto.getRandomValues': () => randomKey(),
};
function isMissing(use) {
    try {
        return use() === undefined;
    }
    catch {
        return true;
    }
}

/** Makes the methods of a client. */
function connect({ apiKey, baseUrl = BASE_URL, timeoutMs = 30_000, ...options }) {
    const { maxAttempts = 4, maxWaitSeconds = 240, maxInFlight = 50 } = options;
    const needed = Object.entries({ ...NEEDED, fetch: () => options.fetch ?? fetch });
    const missing = needed.filter(([, use]) => isMissing(use)).map(([name]) => name);
    if (missing.length > 0) {
        throw new TypeError(`createClient needs ${missing.join(', ')}: load a polyfill before it.`);
    }
    if (!apiKey)
        throw new TypeError('createClient needs an apiKey.');
    // Otherwise, fetch would throw an error that quotes the key.
    if (!/^[!-~]+$/.test(apiKey))
        throw new TypeError('apiKey must have only visible characters.');
    if (!baseUrl || !/^(https?:\/\/[^\s/?#@]+)?(\/[^\s?#]*)?$/i.test(baseUrl)) {
        const rules = 'begin with https:// or http://, and have no query, no blank and no user';
        throw new TypeError(`baseUrl must ${rules}. In a page, it can begin with a slash.`);
    }
    // Without room for one request, all calls would wait for ever.
    if (!(maxInFlight >= 1))
        throw new TypeError('maxInFlight must be at least 1.');
    const inFlight = { count: 0, most: maxInFlight, whenFewer: [] };
    const turnsOfReserve = takeTurns(maxWaitSeconds, inFlight);
    const turnsOfPlan = takeTurns(maxWaitSeconds, inFlight);
    let calls = 0;
    let limits;
    return { call, list, limits: () => limits };
    function call(operation) {
        async function response(...given) {
            const { body, response } = await send(requestOf(operation, given));
            const { status, headers } = response;
            const etag = tagOf(response);
            return { body: body, etag, status, headers, requestId: requestIdOf(response) };
        }
        return Object.assign(async (...given) => (await response(...given)).body, {
            response,
        });
    }
    function list(operation) {
        const types = new Map(Object.entries(operation.inQuery ?? {}));
        async function* all(...given) {
            const request = requestOf(operation, given);
            for (let url = request.url; url;) {
                const { items, response, progress } = await read({ ...request, url });
                yield* items;
                url = nextPage(response, url, progress);
            }
        }
        async function page(...given) {
            const request = requestOf(operation, given);
            const { items, response, progress } = await read(request);
            const etag = tagOf(response);
            const url = nextPage(response, request.url, progress);
            if (!url)
                return { items, etag, next: undefined };
            if (url.pathname !== request.url.pathname)
                throw errorOf(response, progress);
            const next = { ...given[0] };
            const { searchParams } = url;
            searchParams.forEach((_, name) => {
                next[name] = readValue(searchParams.getAll(name), types.get(name));
            });
            return { items, etag, next: next };
        }
        async function read(request) {
            const { body, response, progress } = await send(request);
            if (!Array.isArray(body))
                throw errorOf(response, progress);
            return { items: body, response, progress };
        }
        return Object.assign(call(operation), { page, all });
    }
    /** Behind a proxy, another path may be another application, which must not get the API key. */
    function nextPage(response, page, progress) {
        const next = nextLink(response.headers.get('Link') ?? '');
        const url = next === undefined ? undefined : new URL(next, page);
        if (url && !url.href.startsWith(`${base()}/`))
            throw errorOf(response, progress);
        return url;
    }
    function base() {
        return new Request(baseUrl).url.replace(/\/+$/, '');
    }
    function requestOf(operation, given) {
        const { operationId, route, takes, inHeaders = [], hasReserve = false, responses } = operation;
        const [method = '', path = ''] = route.split(' ');
        const body = given[takes.indexOf('body')];
        const parameters = (given[takes.indexOf('parameters')] ?? {});
        const callOptions = (given[takes.length] ?? {});
        const { signal, ifMatch, ifNoneMatch } = callOptions;
        const filled = path.replace(/\{([^{}]+)\}/g, (_, name) => {
            const segment = encodeURIComponent(String(parameters[name] ?? ''));
            // Such a segment would lead to another operation.
            if (/^\.{0,2}$/.test(segment))
                throw new TypeError(`${name} must not be "${segment}".`);
            return segment;
        });
        const url = new URL(base() + filled);
        const headers = new Headers({ Authorization: `Bearer ${apiKey}` });
        if (body !== undefined)
            headers.set('Content-Type', 'application/json');
        const keyName = inHeaders.find((name) => name.toLowerCase() === 'idempotency-key');
        if (keyName)
            headers.set(keyName, randomKey());
        if (ifNoneMatch)
            headers.set('If-None-Match', ifNoneMatch);
        if ('ifMatch' in callOptions) {
            // Otherwise, a program without a tag would change whatever is there.
            if (!ifMatch)
                throw new TypeError('ifMatch must be a tag, or "*" for whatever is there.');
            headers.set('If-Match', ifMatch);
        }
        for (const [name, value] of Object.entries(parameters)) {
            if (value === undefined || value === null || path.includes(`{${name}}`))
                continue;
            const isEmpty = Array.isArray(value) && value.length === 0;
            // It would be sent as nothing, which a filter takes for all.
            if (isEmpty)
                throw new TypeError(`${name} must have at least one item.`);
            if (inHeaders.includes(name))
                headers.set(name, String(value));
            else
                for (const one of [value].flat())
                    url.searchParams.append(name, String(one));
        }
        return {
            operationId,
            url,
            hasReserve,
            responses,
            method,
            headers,
            body: body === undefined ? null : toJson(body),
            signal,
        };
    }
    function begin({ operationId: operation, signal }) {
        calls += 1;
        const progress = { operation, signal, rank: calls, attempt: 0, rejections: 0 };
        return Object.assign(progress, { tell });
        function tell(details) {
            try {
                options.onEvent?.({ ...details, operation, attempt: progress.attempt });
            }
            catch (error) {
                console.error(error);
            }
        }
    }
    /** Sends a request until it succeeds, or until another attempt would not help. */
    async function send(request) {
        const { method, headers, hasReserve } = request;
        // While other calls wait for the plan, these have something left.
        const turns = hasReserve ? turnsOfReserve : turnsOfPlan;
        const hasKey = headers.has('Idempotency-Key');
        // After a lost response, such a change would meet its own. A removal would not: nothing is left.
        const meetsItself = method === 'PUT' && headers.has('If-Match');
        const canRepeat = hasKey || (REPEATABLE.includes(method) && !meetsItself);
        const progress = begin(request);
        for (let failures = 0;;) {
            const sent = await turns.take(progress, (known) => sendOnce(request, progress, known));
            if (!(sent instanceof ApiError))
                return { ...sent, progress };
            if (sent.status === 429) {
                // The request was not processed, so that any can be repeated.
                turns.expectTime(progress, sent);
                progress.tell({ kind: 'retry', error: sent });
                continue;
            }
            failures += 1;
            const isTemporary = TEMPORARY.includes(sent.status) ||
                // The first attempt may still be in progress after its connection was lost.
                ['no_response', 'idempotency_key_in_use'].includes(sent.code);
            if (failures >= maxAttempts || !canRepeat || !isTemporary)
                throw sent;
            await turns.wait(sent.retryAfterSeconds || 2 ** (failures - 1), progress, sent);
        }
    }
    /** @param known the pause when the request is sent */
    async function sendOnce(request, progress, known) {
        const { method, url, headers, body, hasReserve, responses, signal } = request;
        const turns = hasReserve ? turnsOfReserve : turnsOfPlan;
        throwIfAborted(signal);
        progress.attempt += 1;
        progress.tell({ kind: 'attempt', method, url: url.href });
        const abort = new AbortController();
        const end = () => abort.abort();
        const forgetLimit = limitTime(timeoutMs, end);
        signal?.addEventListener('abort', end);
        let response;
        let text;
        try {
            const init = { method, headers, body, redirect: 'manual', signal: abort.signal };
            response = await (options.fetch ?? fetch)(url, init);
            text = await response.text();
        }
        catch (cause) {
            throwIfAborted(signal);
            const message = abort.signal.aborted ? `No response in ${timeoutMs} ms` : reasonOf(cause);
            const { operation, attempt } = progress;
            const fields = { code: 'no_response', status: 0, message, operation, attempt };
            return new ApiError(fields, cause);
        }
        finally {
            forgetLimit();
            signal?.removeEventListener('abort', end);
        }
        const { status, ok } = response;
        const shown = WITHOUT_KEY.includes(status) ? undefined : limitsIn(response.headers);
        if (shown) {
            limits = shown;
            if (shown.remaining > 0)
                turns.resume(known);
            // With a reserve, what is used up may be the plan alone.
            else if (status !== 429 && !hasReserve)
                turns.stop(secondsToReset(response.headers, shown), 'rate_limit_exceeded', known);
        }
        if (status === 304)
            return errorOf(response, progress, NOT_MODIFIED);
        const integers = ok && !(status in responses) ? Object.values(responses)[0] : responses[status];
        const value = integers === null ? undefined : parseJson(text, integers);
        const isExpected = integers === null || (integers !== undefined && value !== undefined);
        if (isExpected)
            return { body: value, response };
        const error = errorOf(response, progress, value);
        if (status === 429) {
            turns.stop(error.retryAfterSeconds || 2 ** progress.rejections, error.code, known);
            progress.rejections += 1;
        }
        return error;
    }
}

/** Lets the calls of a client wait for a limit together, and then go on in their order. */
function takeTurns(maxWaitSeconds, inFlight) {
    const { now, deadlineOf, spread, wait } = measureWaits(maxWaitSeconds);
    const waiting = [];
    let pause;
    /** Whether one call goes after the other, so that the first ones tell if nothing is left again. */
    let isCareful = false;
    let timer;
    /** When the timer last let a call go on. */
    let wentOnMs = 0;
    // As soon as a call can begin, unless the time for it is set.
    inFlight.whenFewer.push(() => timer === undefined && schedule());
    return { take, stop, resume, expectTime, wait };
    function isFull() {
        return inFlight.count >= inFlight.most;
    }
    /**
     * Sends a request as soon as the call can.
     *
     * @throws if the call would have to wait too long
     */
    async function take(progress, send) {
        const { signal } = progress;
        if (pause && pause.untilMs <= now())
            pause = undefined;
        if (waiting.length === 0 && !isFull()) {
            if (!pause)
                return start();
            if (pause.askMs <= now()) {
                pause.askMs = now() + 60_000;
                return start();
            }
        }
        if (pause)
            expectTime(progress);
        const reason = pause || isCareful ? 'limit' : 'requests in flight';
        const seconds = pause && (pause.untilMs - now()) / 1000;
        progress.tell({ kind: 'wait', reason, seconds });
        return until(signal, (resolve, reject) => {
            const turn = {
                progress,
                end: (error) => (error ? reject(error) : resolve(start())),
            };
            const later = waiting.findIndex((one) => one.progress.rank > progress.rank);
            waiting.splice(later < 0 ? waiting.length : later, 0, turn);
            if (waiting.length === 1)
                schedule();
            return () => {
                waiting.splice(waiting.indexOf(turn), 1);
                schedule();
            };
        });
        async function start() {
            inFlight.count += 1;
            try {
                return await send(pause);
            }
            finally {
                inFlight.count -= 1;
                for (const goOn of inFlight.whenFewer)
                    goOn();
            }
        }
    }
    function schedule() {
        clearTimeout(timer);
        timer = undefined;
        if (waiting.length === 0)
            isCareful = false;
        else if (pause)
            isCareful = true;
        while (!isCareful && waiting.length > 0 && !isFull())
            waiting.shift()?.end();
        if (waiting.length === 0 || isFull())
            return;
        const atMs = Math.max(wentOnMs + 5, pause ? Math.min(pause.untilMs, pause.askMs) : now() + 5);
        timer = setTimeout(() => {
            timer = undefined;
            if (isFull())
                return;
            // Later than `atMs`, if there were too many requests in flight until now.
            const nowMs = now(atMs);
            wentOnMs = nowMs;
            if (pause && nowMs < pause.untilMs)
                pause.askMs = nowMs + 60_000;
            else
                pause = undefined;
            waiting.shift()?.end();
            schedule();
        }, atMs - now());
    }
    /** @param known the pause when the request was sent: to a later one, the response can only add */
    function stop(seconds, code, known) {
        if (!(seconds > 0))
            return;
        const ms = 1000 * spread(seconds);
        const told = { untilMs: now() + seconds * ms, code, askMs: now() + 60 * ms };
        const isLate = pause && pause !== known;
        // A copy, so that no response to a request that was sent before this one ends it.
        pause = isLate && pause && pause.untilMs > told.untilMs ? { ...pause } : told;
        for (const turn of [...waiting]) {
            if (pause.untilMs <= deadlineOf(turn.progress))
                continue;
            waiting.splice(waiting.indexOf(turn), 1);
            turn.end(notSent(pause, turn.progress, now()));
        }
        schedule();
    }
    /** @param known the pause when the request was sent: a later one holds */
    function resume(known) {
        if (!pause || pause !== known)
            return;
        pause = undefined;
        schedule();
    }
    /** @throws if the call would have to wait too long: `error`, if it was sent */
    function expectTime(progress, error) {
        const deadlineMs = deadlineOf(progress);
        if (pause && pause.untilMs > deadlineMs)
            throw error ?? notSent(pause, progress, now());
    }
}

/** What the waits of calls have in common: one clock, and how long all of a call's can take. */
function measureWaits(maxWaitSeconds) {
    let latestMs = 0;
    return { now, deadlineOf, spread, wait };
    /** Never goes back, and is never before the time that a timer was set to. */
    function now(timerMs = 0) {
        latestMs = Math.max(latestMs, timerMs, Date.now());
        return latestMs;
    }
    function deadlineOf(progress) {
        progress.deadlineMs ??= now() + maxWaitSeconds * 1000;
        return progress.deadlineMs;
    }
    /** Up to a quarter longer, so that not all programs go on at the same time. */
    function spread(seconds) {
        const most = Math.min(0.25, Math.max(0, maxWaitSeconds / seconds - 1));
        return 1 + Math.random() * most;
    }
    /** Waits after a failure. @throws that failure, if the wait would be too long */
    async function wait(seconds, progress, failure) {
        const waitMs = seconds * 1000 * spread(seconds);
        const atMs = now() + waitMs;
        if (atMs > deadlineOf(progress))
            throw failure;
        progress.tell({ kind: 'retry', error: failure });
        progress.tell({ kind: 'wait', reason: 'retry', seconds: waitMs / 1000 });
        await until(progress.signal, (resolve) => {
            const sleep = setTimeout(resolve, atMs - now());
            return () => clearTimeout(sleep);
        });
        now(atMs);
    }
}

/** The error of a call that is not sent, since it would have to wait too long. */
function notSent({ untilMs, code }, { operation, attempt }, nowMs) {
    // A faulty proxy can ask for more time than a Date can tell.
    const until = new Date(Math.min(untilMs, 8.64e15)).toISOString();
    const message = `Not sent: no requests are left until ${until}`;
    const retryAfterSeconds = Math.ceil((untilMs - nowMs) / 1000);
    return new ApiError({ code, status: 429, message, retryAfterSeconds, operation, attempt });
}

/** Waits until `start` ends it. When the signal aborts, calls what `start` has returned. */
function until(signal, start) {
    return new Promise((resolve, reject) => {
        throwIfAborted(signal);
        const forget = () => signal?.removeEventListener('abort', abort);
        const cancel = start((result) => {
            forget();
            resolve(result);
        }, (error) => {
            forget();
            reject(error);
        });
        signal?.addEventListener('abort', abort);
        function abort() {
            cancel();
            forget();
            reject(reasonToAbort(signal));
        }
    });
}

/**
 * Calls `end` after a time, unless the function that it returns is called before. Programs whose
 * timers are those of a test still have this limit, where the platform has its own.
 */
function limitTime(ms, end) {
    const own = typeof AbortSignal === 'function' ? AbortSignal.timeout?.(ms) : undefined;
    if (own) {
        own.addEventListener('abort', end);
        return () => own.removeEventListener('abort', end);
    }
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
}
function throwIfAborted(signal) {
    if (signal?.aborted)
        throw reasonToAbort(signal);
}

/** Older signals have no reason. */
function reasonToAbort(signal) {
    return signal?.reason ?? Object.assign(new Error('Aborted'), { name: 'AbortError' });
}
const NOT_MODIFIED = { code: 'not_modified', message: 'The body still has this tag.' };
function errorOf(response, { operation, attempt }, body) {
    const { status, headers } = response;
    const { code, message } = (body ?? {});
    const isOurs = typeof code === 'string' && typeof message === 'string';
    const [mediaType = ''] = (headers.get('Content-Type') ?? '').split(';');
    const location = (status >= 300 && status < 400 && headers.get('Location')) || undefined;
    const target = location && `, which leads to ${location}`;
    return new ApiError({
        code: isOurs ? code : 'unexpected_response',
        message: isOurs
            ? message
            : `Unexpected response ${status} ${mediaType}`.trim() + (target ?? ''),
        status,
        headers,
        requestId: requestIdOf(response),
        retryAfterSeconds: secondsUntil(headers.get('Retry-After') ?? ''),
        operation,
        attempt,
        location,
    });
}
function requestIdOf({ headers }) {
    return headers.get('X-Request-Id') ?? undefined;
}
function tagOf({ headers }) {
    return headers.get('ETag') ?? undefined;
}

/** Why there is no response, such as `fetch failed: ECONNREFUSED`. */
function reasonOf(error) {
    const { message = String(error), cause } = Object(error);
    const { code, message: details } = Object(cause);
    return [message, code ?? details].filter(Boolean).join(': ');
}
function limitsIn(headers) {
    const value = (name) => Number(headers.get(`X-RateLimit-${name}`));
    if (!headers.has('X-RateLimit-Limit'))
        return undefined;
    const resetsAt = new Date(value('Reset') * 1000);
    return { limit: value('Limit'), remaining: value('Remaining'), resetsAt };
}

/** How long no requests remain: by `RateLimit`, if it is there, since clocks differ. */
function secondsToReset(headers, { resetsAt }) {
    const spent = (headers.get('RateLimit') ?? '').matchAll(/;r=0;t=(\d+)/g);
    const seconds = [...spent].map(([, t]) => Number(t));
    return seconds.length > 0 ? Math.max(...seconds) : (resetsAt.getTime() - Date.now()) / 1000;
}

/** @param retryAfter a number of seconds, or a date (RFC 9110 section 10.2.3); perhaps repeated */
function secondsUntil(retryAfter) {
    const [number] = /^\d+(\.\d+)?(?=\s*(,|$))/.exec(retryAfter) ?? [];
    if (number)
        return Number(number);
    const [date = ''] = /^[^,]*,[^,]*/.exec(retryAfter) ?? [];
    const seconds = Math.ceil((Date.parse(date) - Date.now()) / 1000);
    return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The target of `rel="next"` in a Link header (RFC 8288). */
function nextLink(link) {
    const [, next] = /<([^>]*)>[^<]*;\s*rel="?([^"<]* )?next(?![^\s",;])/i.exec(link) ?? [];
    return next;
}

/** Reads a parameter from a query. What only a newer service has or takes is a text. */
function readValue(texts, type = 'string') {
    if (typeof type !== 'string')
        return texts.map((text) => readValue([text], type[0]));
    const [text = ''] = texts;
    if (type === 'string')
        return text;
    return parseJson(text, type === 'int64' ? type : undefined) ?? text;
}

/** Random digits, because a page over plain HTTP has no `crypto.randomUUID`. */
const randomKey = () => crypto.getRandomValues(new BigUint64Array(2)).join('-');
function toJson(value) {
    const mark = `bigint:${randomKey()}:`;
    // `one` may be the result of a BigInt.prototype.toJSON; `this[key]` is the value itself.
    const text = JSON.stringify(value, function (key, one) {
        return typeof this[key] === 'bigint' ? mark + this[key] : one;
    });
    return text.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** Returns undefined if the text is not JSON. Such a text is not searched: it could take hours. */
function parseJson(text, integers) {
    const stringOrNumber = /("[^"\\]*(?:\\.[^"\\]*)*")|-?\d[\d.eE+-]*/g;
    const quoted = () => text.replace(stringOrNumber, (one, string) => string ?? `"${one}"`);
    try {
        return withBigints(JSON.parse(text), JSON.parse(quoted()), integers);
    }
    catch {
        return undefined;
    }
}

/** @param quoted the same value with texts for numbers, which keep all of their digits */
function withBigints(value, quoted, integers) {
    if (integers === 'int64' && typeof value === 'number')
        return BigInt(String(quoted));
    if (typeof value !== 'object' || value === null || !integers)
        return value;
    const known = new Map(Object.entries(integers));
    const entries = Object.entries(value).map(([key, one]) => {
        const own = known.get(Array.isArray(integers) ? '0' : key);
        return [key, withBigints(one, quoted[key], own)];
    });
    return Object.assign(value, Object.fromEntries(entries));
}
