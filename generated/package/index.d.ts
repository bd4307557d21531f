export interface Client {
    /** What is left of your limits; undefined before the first response to your API key. */
    readonly limits: Limits | undefined;
    /**
     * Returns a page of animals in ascending order of `id`. With `status`, returns only animals
     * with this status; with `id`, only those with one of these ids. If there are more, they are
     * on the next page.
     */
    readonly listPets: List<[parameters?: ListPetsParameters, options?: ReadOptions], Pet, ETag>;
    /**
     * Adds an animal and returns it, including the `id` that the service assigns. Adding the same
     * twice adds two animals, unless both times have the same `Idempotency-Key`.
     */
    readonly createPet: Call<[
        body: NewPet,
        parameters?: CreatePetParameters,
        options?: CallOptions
    ], Pet, ETag>;
    /**
     * Returns the animal with this `id`.
     *
     * This operation is deprecated and will be removed on 5 December 2030. From that day on, it
     * returns 410. Use `GET /pets` with `id` or the `status` filter instead: see
     * Leaving getPet.
     *
     * @deprecated Since 2026-11-21. It will be removed on 2030-12-05: use {@link Client.listPets}.
     */
    readonly getPet: Call<[parameters: GetPetParameters, options?: ReadOptions], Pet, ETag>;
    /**
     * Changes the fields that are given, and returns the animal: a merge patch (RFC 7396), as plain
     * JSON. A field that is left out stays as it is, and any `status` can follow any other. With
     * `If-Match`, the animal is changed only if nobody else has changed it: see
     * Concurrent changes.
     *
     * @beta
     */
    readonly updatePet: Call<[
        parameters: UpdatePetParameters,
        body: PetUpdate,
        options?: ChangeOptions
    ], Pet, ETag>;
    /**
     * Removes an animal for good. An animal that is ordered stays: mark it as sold instead. With
     * `If-Match`, the animal is removed only if nobody has changed it. Removing it again returns
     * 404.
     *
     * @beta
     */
    readonly removePet: Call<[parameters: RemovePetParameters, options?: ChangeOptions], void>;
    /**
     * Returns a page of orders in ascending order of `id`. With `status`, returns only orders with
     * this status. If there are more, they are on the next page. Orders come
     * from the store's other systems and are read-only here.
     *
     * This operation is experimental: it may change or be removed at any time.
     *
     * @experimental
     */
    readonly listOrders: List<[parameters?: ListOrdersParameters, options?: CallOptions], Order>;
    /**
     * Returns your name, your plan with its limits, and the API key of this request. Every key can
     * call this operation, whatever its scopes are.
     *
     * @beta
     */
    readonly getAccount: Call<[options?: CallOptions], Account>;
    /**
     * Returns a page of how many requests all your keys have sent, by day (UTC) and operation: the
     * newest day first, within a day in the order of the operations' names. Requests are counted
     * when they end, and stored once a second: those of the last second may be missing. Usage is
     * kept for 400 days.
     *
     * @beta
     */
    readonly listUsage: List<[parameters?: ListUsageParameters, options?: CallOptions], Usage>;
    /**
     * Returns a page of your API keys that can be used, or with `state` of the others, in ascending
     * order of `id`. The keys themselves are never shown. If there are more, the response says where
     * the next page starts.
     *
     * A key that has ended is shown for a time that the operator sets, 400 days unless told
     * otherwise, and then removed.
     *
     * @beta
     */
    readonly listKeys: List<[parameters?: ListKeysParameters, options?: CallOptions], KeySchema>;
    /**
     * Creates an API key, and shows it this once: only its hash is stored. The new key can do no
     * more than the key of this request, and ends no later. It never has a scope that only the
     * operator gives, such as `account:write`.
     *
     * You can have at most 100 keys that are neither revoked nor expired, and create or rotate 100
     * keys within 24 hours.
     *
     * @beta
     */
    readonly createKey: Call<[
        body: NewKey,
        parameters?: CreateKeyParameters,
        options?: CallOptions
    ], CreatedKey>;
    /**
     * Returns the API key with this `id`, which is one of yours, until it is removed some time after
     * its end. The key itself is never shown.
     *
     * @beta
     */
    readonly getKey: Call<[parameters: GetKeyParameters, options?: CallOptions], KeySchema>;
    /**
     * Revokes the API key with this `id`, which is one of yours, for good: it is rejected
     * everywhere within a second. A key can revoke itself. Revoking a key again changes nothing.
     *
     * @beta
     */
    readonly revokeKey: Call<[parameters: RevokeKeyParameters, options?: CallOptions], void>;
    /**
     * Creates an API key that replaces the key with this `id`, which is one of yours, and shows it
     * this once. It has the same name, scopes and end, and a ban goes with it. The old key works
     * until the overlap ends. If the response is lost, rotate the old key again during the overlap.
     *
     * A key rotates only keys whose scopes it has. The operator rotates keys that are not limited
     * to some scopes, and keys with a scope that only the operator gives, such as `account:write`.
     *
     * @beta
     */
    readonly rotateKey: Call<[
        parameters: RotateKeyParameters,
        body: Rotation,
        options?: CallOptions
    ], CreatedKey>;
}
/** Makes a client. It sends nothing before you call a method. */
export declare function createClient(options: ClientOptions): Client;
export interface ListPetsParameters {
    /** Maximum number of items to return. Default: 20. */
    limit?: number;
    /** Where the page starts. */
    cursor?: string;
    /** Returns only animals with this status. */
    status?: PetStatus;
    /** Returns only animals with one of these ids, of which there can be 100. */
    id?: Array<bigint>;
}
export interface CreatePetParameters {
    /** Makes the request safe to retry. */
    'Idempotency-Key'?: string;
}
export interface GetPetParameters {
    /** The id of the animal. */
    petId: bigint;
}
export interface UpdatePetParameters {
    /** The id of the animal. */
    petId: bigint;
}
export interface RemovePetParameters {
    /** The id of the animal. */
    petId: bigint;
}
export interface ListOrdersParameters {
    /** Maximum number of items to return. Default: 20. */
    limit?: number;
    /** Where the page starts. */
    cursor?: string;
    /** Returns only orders with this status. */
    status?: OrderStatus;
}
export interface ListUsageParameters {
    /** Maximum number of items to return. Default: 20. */
    limit?: number;
    /** Where the page starts. */
    cursor?: string;
    /** The first day (UTC); by default 29 days before `to`, and at most 399 before it. */
    from?: string;
    /** The last day (UTC); by default today. */
    to?: string;
    /** Counts only the requests of this key of yours. */
    keyId?: number;
}
export interface ListKeysParameters {
    /** Maximum number of items to return. Default: 20. */
    limit?: number;
    /** Where the page starts. */
    cursor?: string;
    /** Which keys to return. Default: 'usable'. */
    state?: 'usable' | 'ended' | 'all';
}
export interface CreateKeyParameters {
    /** Makes the request safe to retry. */
    'Idempotency-Key'?: string;
}
export interface GetKeyParameters {
    /** The id of the API key. */
    keyId: number;
}
export interface RevokeKeyParameters {
    /** The id of the API key. */
    keyId: number;
    /**
     * Also revokes the keys that this key has created or rotated, also if this key was revoked
     * before. Default: false.
     */
    withCreated?: boolean;
}
export interface RotateKeyParameters {
    /** The id of the API key. */
    keyId: number;
}
/** Sale status. */
export type PetStatus = 'available' | 'pending' | 'sold';
/** Narrows a value that was read to `PetStatus`. @throws a TypeError unless it is a value that can be sent */
export declare function expectPetStatus(value: unknown): PetStatus;
/** An animal of the store. */
export type Pet = {
    /** Unique identifier of an animal, assigned by the service when the animal is added. */
    id: bigint;
    /** The animal's name. */
    name: string;
    /** Identifier of the category that the animal belongs to. */
    categoryId: bigint;
    status: PetStatus;
};
/** Progress of the order. */
export type OrderStatus = 'placed' | 'approved' | 'delivered';
/** Narrows a value that was read to `OrderStatus`. @throws a TypeError unless it is a value that can be sent */
export declare function expectOrderStatus(value: unknown): OrderStatus;
/** An order for animals. */
export type Order = {
    /** Unique identifier of an order. */
    id: bigint;
    /** Unique identifier of an animal, assigned by the service when the animal is added. */
    petId: bigint;
    /** Number of animals ordered. */
    quantity: number;
    status: OrderStatus | (string & {});
    /** When the order was placed (RFC 3339). */
    createdAt: string;
};
/** Your account. */
export type Account = {
    /** Your name, as the operator knows it. */
    name: string;
    /** Your plan. */
    plan: 'free' | 'pro' | 'business' | 'enterprise' | (string & {});
    /** How many requests you can send. */
    limits: {
        /** Requests per minute. */
        perMinute: number;
        /** Requests per day. */
        perDay: number;
    };
    /** The API key of this request. */
    key: {
        /** Unique identifier of an API key. */
        id: number;
        /** The beginning and the end of the key, by which you recognize it. */
        hint: string;
        /** What the key is for. */
        name: string;
        /** What the key can do. */
        scopes: Array<string> | null;
        /** When the key was created (RFC 3339). */
        createdAt: string;
        /** When the key ends (RFC 3339); `null` if it does not. */
        expiresAt: string | null;
    };
};
/** Your requests of one day to one operation. */
export type Usage = {
    /** The day (UTC). */
    day: string;
    /**
     * The `operationId`, after the version and a dot unless that is `v1`; `none` for paths and
     * methods that do not exist.
     */
    operation: string;
    /** How many requests you have sent. */
    requests: bigint;
    /** How many of them got a 4xx. */
    clientErrors: bigint;
    /** How many of them got a 5xx. */
    serverErrors: bigint;
};
/** An API key of yours. */
export type KeySchema = {
    /** Unique identifier of an API key. */
    id: number;
    /** The beginning and the end of the key, by which you recognize it. */
    hint: string;
    /** What the key is for. */
    name: string;
    /** Whether the key works. */
    state: 'active' | 'rotating' | 'banned' | 'disabled' | 'expired' | 'revoked' | (string & {});
    /** What the key can do. */
    scopes: Array<string> | null;
    /** When the key was created (RFC 3339). */
    createdAt: string;
    /** The `id` of the key that has created this one; `null` for the operator. */
    createdBy: number | null;
    /** When the key ends (RFC 3339); `null` if it does not. */
    expiresAt: string | null;
    /** When the key was last used, to the minute (RFC 3339); `null` if it was not. */
    lastUsedAt: string | null;
};
/** A new API key. */
export type CreatedKey = {
    /** Unique identifier of an API key. */
    id: number;
    /** The beginning and the end of the key, by which you recognize it. */
    hint: string;
    /** What the key is for. */
    name: string;
    /** Whether the key works. */
    state: 'active' | 'rotating' | 'banned' | 'disabled' | 'expired' | 'revoked' | (string & {});
    /** What the key can do. */
    scopes: Array<string> | null;
    /** When the key was created (RFC 3339). */
    createdAt: string;
    /** The `id` of the key that has created this one; `null` for the operator. */
    createdBy: number | null;
    /** When the key ends (RFC 3339); `null` if it does not. */
    expiresAt: string | null;
    /** When the key was last used, to the minute (RFC 3339); `null` if it was not. */
    lastUsedAt: string | null;
    /** The API key itself. */
    key: string;
};
/** The animal to add. */
export type NewPet = {
    /** The animal's name. */
    name: string;
    /** Identifier of the category that the animal belongs to. */
    categoryId: bigint;
    /** Default: 'available'. */
    status?: PetStatus;
};
/** The fields to change. */
export type PetUpdate = {
    /** The animal's name. */
    name?: string;
    /** Identifier of the category that the animal belongs to. */
    categoryId?: bigint;
    status?: PetStatus;
};
/** The API key to create. */
export type NewKey = {
    /** What the key is for. */
    name: string;
    /** What the key can do: scopes of the key of this request. */
    scopes?: Array<string>;
    /**
     * When the key ends (RFC 3339): no later than the key of this request, which is also the
     * default, and before the year 10000 (UTC).
     */
    expiresAt?: string;
};
/** How a key is replaced. */
export type Rotation = {
    /** For how many seconds the old key still works, at most 7 days. */
    overlapSeconds: number;
};
export interface ClientOptions {
    /** Sent with every request. Keep it out of pages: whoever can read it can use it. */
    readonly apiKey: string | undefined;
    /** The base address, which ends in the major version. In a page, it can begin with a slash. */
    readonly baseUrl?: string | undefined;
    readonly fetch?: typeof fetch | undefined;
    /** How long an attempt can take; 30,000 unless given. */
    readonly timeoutMs?: number | undefined;
    /** After how many failures a call fails; 4 unless given. Waiting for a limit is no failure. */
    readonly maxAttempts?: number | undefined;
    /** How long all waits of a call can take together; 240 unless given. */
    readonly maxWaitSeconds?: number | undefined;
    /** How many requests can be in flight; 50 unless given. Further calls wait for a response. */
    readonly maxInFlight?: number | undefined;
    /** Is told of each attempt, wait and retry. What it throws is logged, and changes nothing. */
    readonly onEvent?: ((event: ClientEvent) => void) | undefined;
}
/** A request is sent; the call begins to wait; or it goes on after an error. */
export type ClientEvent = EventDetails & {
    /** The `operationId` of the call. */
    readonly operation: string;
    /** How many requests the call has sent, with this one. */
    readonly attempt: number;
};
type EventDetails = {
    readonly kind: 'attempt';
    readonly method: string;
    readonly url: string;
} | {
    readonly kind: 'wait';
    /** For a limit or a ban, for the time of a retry, or for the responses to other requests. */
    readonly reason: 'limit' | 'retry' | 'requests in flight';
    /** As far as it is known. Such a wait can end earlier, or later. */
    readonly seconds: number | undefined;
} | {
    readonly kind: 'retry';
    readonly error: ApiError;
};
export interface CallOptions {
    /** Ends the call at once, even while it waits. */
    readonly signal?: AbortSignal | undefined;
}
/** Options of a GET whose body has a tag. */
export interface ReadOptions extends CallOptions {
    /** The `etag` of a body: the call fails with `not_modified` if the body is still the same. */
    readonly ifNoneMatch?: string | undefined;
}
/** Options of a change that can depend on what is there. */
export interface ChangeOptions extends CallOptions {
    /**
     * The `etag` of what you have read, or `*`: the call fails with `precondition_failed`, and changes
     * nothing, if there is something else. After a lost response it fails with `no_response`: if the
     * change was made, a repeated call would meet it. Read what is there.
     */
    readonly ifMatch?: string;
}
/** The tag of a body, which any other body lacks. */
export type ETag = string;
/** The window with the fewest requests remaining, as of the last response. */
export type Limits = Readonly<{
    limit: number;
    remaining: number;
    resetsAt: Date;
}>;
/** Returns the body of the response; `response` returns it with the status and the headers. */
export interface Call<Arguments extends unknown[], Body, Tag = ETag | undefined> {
    (...given: Arguments): Promise<Body>;
    response(...given: Arguments): Promise<FullResponse<Body, Tag>>;
}
export interface FullResponse<Body, Tag = ETag | undefined> {
    readonly body: Body;
    /** For `ifMatch` and `ifNoneMatch` of a later call. */
    readonly etag: Tag;
    readonly status: number;
    readonly headers: Headers;
    /** Quote it when you contact support. */
    readonly requestId: string | undefined;
}
/** `all` returns the items of all pages, and requests each page when it is needed. */
export interface List<Arguments extends unknown[], Item, Tag = ETag | undefined> extends Call<Arguments, Item[], Tag> {
    page(...given: Arguments): Promise<Page<Item, NonNullable<Arguments[0]>, Tag>>;
    all(...given: Arguments): AsyncGenerator<Item, void, undefined>;
}
export interface Page<Item, Parameters, Tag = ETag | undefined> {
    readonly items: Item[];
    /** The tag of this page, for `ifNoneMatch` of a later call. */
    readonly etag: Tag;
    /** The parameters of the next page; undefined on the last one. */
    readonly next: Parameters | undefined;
}
type ErrorFields = Pick<ApiError, 'code' | 'status' | 'message'> & Partial<Omit<ApiError, keyof Error | 'code' | 'status'>>;
/** The error of every failed call. An aborted call throws the reason of the signal instead. */
export declare class ApiError extends Error {
    /** That of the service, or `no_response`, `not_modified` or `unexpected_response`. */
    readonly code: string;
    /** The status of the response; 0 if there is none. */
    readonly status: number;
    /** The headers of the response; undefined if there is none. */
    readonly headers: Headers | undefined;
    /** Quote it when you contact support. */
    readonly requestId: string | undefined;
    /** How long to wait, counted from the error, until a request can succeed. */
    readonly retryAfterSeconds: number | undefined;
    /** The `operationId` of the call. */
    readonly operation: string | undefined;
    /** How many requests the call has sent; 0 if it failed before the first. */
    readonly attempt: number | undefined;
    /** Where a redirect leads, which is never followed. No page is told. */
    readonly location: string | undefined;
    constructor(fields: ErrorFields, cause?: unknown);
}
/**
 * Narrows a value that was read to the values that can be sent.
 *
 * @throws a TypeError for any other value, which a newer service may return
 */
export declare function expectOneOf<Value extends string | number | boolean | null>(known: readonly Value[], value: unknown): Value;
export {};
