// Made from openapi/ by `npm run generate`. Edit what is there, not this.

export type $Read<T> = {
    readonly $read: T;
};
export type $Write<T> = {
    readonly $write: T;
};
export interface paths {
    "/pets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all animals
         * @description Returns a page of animals in ascending order of `id`. With `status`, returns only animals
         *     with this status; with `id`, only those with one of these ids. If there are more, they are
         *     on the [next page](docs#pagination).
         */
        get: operations["listPets"];
        put?: never;
        /**
         * Add an animal
         * @description Adds an animal and returns it, including the `id` that the service assigns. Adding the same
         *     twice adds two animals, unless both times have the same `Idempotency-Key`.
         */
        post: operations["createPet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an animal
         * @deprecated
         * @description Returns the animal with this `id`.
         *
         *     This operation is deprecated and will be removed on 5 December 2030. From that day on, it
         *     returns 410. Use `GET /pets` with `id` or the `status` filter instead: see
         *     [Leaving getPet](docs#leaving-getpet).
         */
        get: operations["getPet"];
        put?: never;
        post?: never;
        /**
         * Remove an animal
         * @description Removes an animal for good. An animal that is ordered stays: mark it as sold instead. With
         *     `If-Match`, the animal is removed only if nobody has changed it. Removing it again returns
         *     404.
         */
        delete: operations["removePet"];
        options?: never;
        head?: never;
        /**
         * Change an animal
         * @description Changes the fields that are given, and returns the animal: a merge patch (RFC 7396), as plain
         *     JSON. A field that is left out stays as it is, and any `status` can follow any other. With
         *     `If-Match`, the animal is changed only if nobody else has changed it: see
         *     [Concurrent changes](docs#concurrent-changes).
         */
        patch: operations["updatePet"];
        trace?: never;
    };
    "/store/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all orders
         * @description Returns a page of orders in ascending order of `id`. With `status`, returns only orders with
         *     this status. If there are more, they are on the [next page](docs#pagination). Orders come
         *     from the store's other systems and are read-only here.
         *
         *     This operation is experimental: it may change or be removed at any time.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your account
         * @description Returns your name, your plan with its limits, and the API key of this request. Every key can
         *     call this operation, whatever its scopes are.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your usage
         * @description Returns a page of how many requests all your keys have sent, by day (UTC) and operation: the
         *     newest day first, within a day in the order of the operations' names. Requests are counted
         *     when they end, and stored once a second: those of the last second may be missing. Usage is
         *     kept for 400 days.
         */
        get: operations["listUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your API keys
         * @description Returns a page of your API keys that can be used, or with `state` of the others, in ascending
         *     order of `id`. The keys themselves are never shown. If there are more, the response says where
         *     the [next page](docs#pagination) starts.
         *
         *     A key that has ended is shown for a time that the operator sets, 400 days unless told
         *     otherwise, and then removed.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates an API key, and shows it this once: only its hash is stored. The new key can do no
         *     more than the key of this request, and ends no later. It never has a scope that only the
         *     operator gives, such as `account:write`.
         *
         *     You can have at most 100 keys that are neither revoked nor expired, and create or rotate 100
         *     keys within 24 hours.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Returns the API key with this `id`, which is one of yours, until it is removed some time after
         *     its end. The key itself is never shown.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Revokes the API key with this `id`, which is one of yours, for good: it is rejected
         *     everywhere within a second. A key can revoke itself. Revoking a key again changes nothing.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/keys/{keyId}/rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Creates an API key that replaces the key with this `id`, which is one of yours, and shows it
         *     this once. It has the same name, scopes and end, and a ban goes with it. The old key works
         *     until the overlap ends. If the response is lost, rotate the old key again during the overlap.
         *
         *     A key rotates only keys whose scopes it has. The operator rotates keys that are not limited
         *     to some scopes, and keys with a scope that only the operator gives, such as `account:write`.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: int64
         * @description Unique identifier of an animal, assigned by the service when the animal is added.
         *     JavaScript's `JSON.parse` rounds it beyond 9,007,199,254,740,991: see
         *     [64-bit integers](docs#64-bit-integers).
         */
        PetId: bigint;
        /**
         * Format: int64
         * @description Identifier of the category that the animal belongs to. It can be any 64-bit integer.
         *     JavaScript's `JSON.parse` rounds it beyond 9,007,199,254,740,991.
         */
        CategoryId: bigint;
        /** @description The animal's name. Must not contain NUL or an unpaired surrogate. */
        PetName: string;
        /**
         * @description Sale status.
         *
         *     - `available`: listed as available
         *     - `pending`: an intermediate availability state
         *     - `sold`: listed as sold
         * @enum {string}
         */
        PetStatus: "available" | "pending" | "sold";
        /** @description The animal to add. */
        NewPet: {
            name: components["schemas"]["PetName"];
            categoryId: components["schemas"]["CategoryId"];
            /** @default available */
            status: components["schemas"]["PetStatus"];
        };
        /** @description The fields to change. */
        PetUpdate: {
            name?: components["schemas"]["PetName"];
            categoryId?: components["schemas"]["CategoryId"];
            status?: components["schemas"]["PetStatus"];
        };
        /** @description An animal of the store. */
        Pet: {
            id: components["schemas"]["PetId"];
            name: components["schemas"]["PetName"];
            categoryId: components["schemas"]["CategoryId"];
            status: components["schemas"]["PetStatus"];
        };
        /** @description A page of animals, in ascending order of `id`. */
        Pets: components["schemas"]["Pet"][];
        /**
         * Format: int64
         * @description Unique identifier of an order. JavaScript's `JSON.parse` rounds it beyond
         *     9,007,199,254,740,991.
         */
        OrderId: bigint;
        /**
         * @description Progress of the order.
         *
         *     - `placed`: received
         *     - `approved`: accepted by the store
         *     - `delivered`: handed over
         * @enum {string}
         */
        OrderStatus: "placed" | "approved" | "delivered";
        /** @description An order for animals. */
        Order: {
            id: components["schemas"]["OrderId"];
            petId: components["schemas"]["PetId"];
            /**
             * Format: int32
             * @description Number of animals ordered.
             */
            quantity: number;
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: date-time
             * @description When the order was placed (RFC 3339).
             */
            createdAt: string;
        };
        /** @description A page of orders, in ascending order of `id`. */
        Orders: components["schemas"]["Order"][];
        /** @description Your account. */
        Account: {
            /** @description Your name, as the operator knows it. */
            name: string;
            /**
             * @description Your plan.
             * @enum {string}
             */
            plan: "free" | "pro" | "business" | "enterprise";
            /** @description How many requests you can send. */
            limits: {
                /**
                 * Format: int32
                 * @description Requests per minute.
                 */
                perMinute: number;
                /**
                 * Format: int32
                 * @description Requests per day.
                 */
                perDay: number;
            };
            /** @description The API key of this request. */
            key: {
                id: components["schemas"]["KeyId"];
                hint: components["schemas"]["KeyHint"];
                name: components["schemas"]["KeyName"];
                scopes: components["schemas"]["KeyScopes"];
                createdAt: components["schemas"]["KeyCreatedAt"];
                expiresAt: components["schemas"]["KeyExpiresAt"];
            };
        };
        /**
         * Format: int32
         * @description Unique identifier of an API key. It is not secret.
         */
        KeyId: bigint | number;
        /** @description The beginning and the end of the key, by which you recognize it. */
        KeyHint: string;
        /** @description What the key is for. */
        KeyName: string;
        /** @description What the key can do. `null` for everything that no operator must give. */
        KeyScopes: string[] | null;
        /**
         * Format: date-time
         * @description When the key was created (RFC 3339).
         */
        KeyCreatedAt: string;
        /**
         * Format: date-time
         * @description When the key ends (RFC 3339); `null` if it does not.
         */
        KeyExpiresAt: string | null;
        /** @description An API key of yours. */
        Key: {
            id: components["schemas"]["KeyId"];
            hint: components["schemas"]["KeyHint"];
            name: components["schemas"]["KeyName"];
            /**
             * @description Whether the key works.
             *
             *     - `active`: works
             *     - `rotating`: works until its overlap ends, since another key replaces it
             *     - `banned`: gets 429 until its ban ends
             *     - `disabled`: gets 401 until the operator enables it
             *     - `expired`: has ended
             *     - `revoked`: was revoked for good
             * @enum {string}
             */
            state: "active" | "rotating" | "banned" | "disabled" | "expired" | "revoked";
            scopes: components["schemas"]["KeyScopes"];
            createdAt: components["schemas"]["KeyCreatedAt"];
            /**
             * Format: int32
             * @description The `id` of the key that has created this one; `null` for the operator.
             */
            createdBy: bigint | number | null;
            expiresAt: components["schemas"]["KeyExpiresAt"];
            /**
             * Format: date-time
             * @description When the key was last used, to the minute (RFC 3339); `null` if it was not.
             */
            lastUsedAt: string | null;
        };
        /** @description A page of API keys, in ascending order of `id`. */
        Keys: components["schemas"]["Key"][];
        /** @description The API key to create. */
        NewKey: {
            /**
             * @description What the key is for. Must have a visible character, and no control character, line
             *     break or change of the direction of text.
             */
            name: string;
            /**
             * @description What the key can do: scopes of the key of this request. By default, all of them except
             *     those that only the operator gives.
             */
            scopes?: string[];
            /**
             * Format: date-time
             * @description When the key ends (RFC 3339): no later than the key of this request, which is also the
             *     default, and before the year 10000 (UTC). Digits after milliseconds are cut off. Must
             *     not be a leap second.
             */
            expiresAt?: string;
        };
        /** @description A new API key. */
        CreatedKey: components["schemas"]["Key"] & {
            /** @description The API key itself. It is shown only now, so store it. */
            key: string;
        };
        /** @description How a key is replaced. */
        Rotation: {
            /**
             * Format: int32
             * @description For how many seconds the old key still works, at most 7 days.
             */
            overlapSeconds: number;
        };
        /** @description Your requests of one day to one operation. */
        Usage: {
            /**
             * Format: date
             * @description The day (UTC).
             */
            day: string;
            /**
             * @description The `operationId`, after the version and a dot unless that is `v1`; `none` for paths and
             *     methods that do not exist.
             */
            operation: string;
            /**
             * Format: int64
             * @description How many requests you have sent.
             */
            requests: bigint;
            /**
             * Format: int64
             * @description How many of them got a 4xx.
             */
            clientErrors: bigint;
            /**
             * Format: int64
             * @description How many of them got a 5xx.
             */
            serverErrors: bigint;
        };
        /** @description A page of usage, the newest day first. */
        Usages: components["schemas"]["Usage"][];
        /**
         * @description The body of every error. New `code` values may appear at any time; existing ones keep
         *     their meaning.
         */
        Error: {
            /** @description Machine-readable error code. Treat an unknown code by its `status`. */
            code: string;
            /** @description Human-readable description of the error. Its wording may change. */
            message: string;
            /**
             * Format: int32
             * @description The HTTP status code.
             */
            status: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPets: {
        parameters: {
            query: {
                /** @description Maximum number of items to return. */
                limit: number;
                /**
                 * @description Where the page starts. Take it from the `Link` header of the previous page and send it with
                 *     the same filter. It is opaque: do not build or parse it.
                 */
                cursor?: string;
                /**
                 * @description Returns only animals with this status.
                 * @example available
                 */
                status?: components["schemas"]["PetStatus"];
                /**
                 * @description Returns only animals with one of these ids, of which there can be 100. An id that no
                 *     animal has is left out.
                 * @example [
                 *       42,
                 *       43
                 *     ]
                 */
                id?: components["schemas"]["PetId"][];
            };
            header?: {
                /**
                 * @description Returns 304 without a body if one of these tags is the `ETag` of the body that would be returned: see
                 *     [Caching](docs#caching).
                 */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of animals. */
            200: {
                headers: {
                    /**
                     * @description The tag of this body, which any other body lacks: for `If-None-Match` and `If-Match`, where an operation
                     *     has them.
                     * @example "kT4nqRzW0bXyLq3vHc8mPw"
                     */
                    ETag: string;
                    /**
                     * @description The address of the next page with `rel="next"` (RFC 8288). Absent on the last page.
                     * @example </v1/pets?limit=2&cursor=AAAAAAAAACulbeWA>; rel="next"
                     */
                    Link?: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pets"];
                };
            };
            /** @description One of the tags in `If-None-Match` is that of the body, which is not sent again. */
            304: {
                headers: {
                    /**
                     * @description The tag of this body, which any other body lacks: for `If-None-Match` and `If-Match`, where an operation
                     *     has them.
                     * @example "kT4nqRzW0bXyLq3vHc8mPw"
                     */
                    ETag: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is invalid, unknown or sent twice, or the cursor was issued for another list. */
            400: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The API key lacks a scope that the request needs. If it is the scope of the operation, no
             *     other part of the request was checked.
             */
            403: {
                headers: {
                    /**
                     * @description The scopes that the operation needs (RFC 6750 section 3.1).
                     * @example Bearer error="insufficient_scope", scope="pets:read"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example GET, HEAD, POST
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept
             *     calling after 429 (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=940;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to retry. Within 24 hours, requests with the same key add only
                 *     one animal. Use a new key, such as a UUID, for every animal.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPet"];
            };
        };
        responses: {
            /**
             * @description The animal was added by this request or, if the `Idempotency-Key` is repeated, by an
             *     earlier one.
             */
            201: {
                headers: {
                    /**
                     * @description The tag of this body, which any other body lacks: for `If-None-Match` and `If-Match`, where an operation
                     *     has them.
                     * @example "kT4nqRzW0bXyLq3vHc8mPw"
                     */
                    ETag: string;
                    /**
                     * @description The address of the new animal.
                     * @example /v1/pets/42
                     */
                    Location: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /**
             * @description The body is missing or not JSON; a field is missing, unknown or invalid; the
             *     `Idempotency-Key` is invalid; or a query parameter was sent.
             */
            400: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The API key lacks a scope that the request needs. If it is the scope of the operation, no
             *     other part of the request was checked.
             */
            403: {
                headers: {
                    /**
                     * @description The scopes that the operation needs (RFC 6750 section 3.1).
                     * @example Bearer error="insufficient_scope", scope="pets:write"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example GET, HEAD, POST
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another request with this `Idempotency-Key` is in progress. Retry after `Retry-After`. */
            409: {
                headers: {
                    /**
                     * @description With `idempotency_key_in_use`, the number of seconds to wait.
                     * @example 2
                     */
                    "Retry-After"?: number;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the service accepts. */
            413: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body does not have the media type that the operation expects. */
            415: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The `Idempotency-Key` was used with another body. */
            422: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept
             *     calling after 429 (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=940;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Returns 304 without a body if one of these tags is the `ETag` of the body that would be returned: see
                 *     [Caching](docs#caching).
                 */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the animal. */
                petId: components["schemas"]["PetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The animal. */
            200: {
                headers: {
                    /**
                     * @description The tag of this body, which any other body lacks: for `If-None-Match` and `If-Match`, where an operation
                     *     has them.
                     * @example "kT4nqRzW0bXyLq3vHc8mPw"
                     */
                    ETag: string;
                    /**
                     * @description When the operation was deprecated, as a structured date (RFC 9745).
                     * @example @1795219200
                     */
                    Deprecation: string;
                    /**
                     * @description When the operation will be removed, as an HTTP date (RFC 8594).
                     * @example Thu, 05 Dec 2030 00:00:00 GMT
                     */
                    Sunset: string;
                    /**
                     * @description The replacement of the operation, with `rel="successor-version"` (RFC 8288).
                     * @example </v1/pets>; rel="successor-version"
                     */
                    Link: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /** @description One of the tags in `If-None-Match` is that of the body, which is not sent again. */
            304: {
                headers: {
                    /**
                     * @description The tag of this body, which any other body lacks: for `If-None-Match` and `If-Match`, where an operation
                     *     has them.
                     * @example "kT4nqRzW0bXyLq3vHc8mPw"
                     */
                    ETag: string;
                    /**
                     * @description When the operation was deprecated, as a structured date (RFC 9745).
                     * @example @1795219200
                     */
                    Deprecation: string;
                    /**
                     * @description When the operation will be removed, as an HTTP date (RFC 8594).
                     * @example Thu, 05 Dec 2030 00:00:00 GMT
                     */
                    Sunset: string;
                    /**
                     * @description The replacement of the operation, with `rel="successor-version"` (RFC 8288).
                     * @example </v1/pets>; rel="successor-version"
                     */
                    Link: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The `id` is not a 64-bit integer in plain decimal, or a query parameter was sent. */
            400: {
                headers: {
                    /**
                     * @description When the operation was deprecated, as a structured date (RFC 9745).
                     * @example @1795219200
                     */
                    Deprecation: string;
                    /**
                     * @description When the operation will be removed, as an HTTP date (RFC 8594).
                     * @example Thu, 05 Dec 2030 00:00:00 GMT
                     */
                    Sunset: string;
                    /**
                     * @description The replacement of the operation, with `rel="successor-version"` (RFC 8288).
                     * @example </v1/pets>; rel="successor-version"
                     */
                    Link: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description When the operation was deprecated, as a structured date (RFC 9745).
                     * @example @1795219200
                     */
                    Deprecation: string;
                    /**
                     * @description When the operation will be removed, as an HTTP date (RFC 8594).
                     * @example Thu, 05 Dec 2030 00:00:00 GMT
                     */
                    Sunset: string;
                    /**
                     * @description The replacement of the operation, with `rel="successor-version"` (RFC 8288).
                     * @example </v1/pets>; rel="successor-version"
                     */
                    Link: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The API key lacks a scope that the request needs. If it is the scope of the operation, no
             *     other part of the request was checked.
             */
            403: {
                headers: {
                    /**
                     * @description The scopes that the operation needs (RFC 6750 section 3.1).
                     * @example Bearer error="insufficient_scope", scope="pets:read"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description When the operation was deprecated, as a structured date (RFC 9745).
                     * @example @1795219200
                     */
                    Deprecation: string;
                    /**
                     * @description When the operation will be removed, as an HTTP date (RFC 8594).
                     * @example Thu, 05 Dec 2030 00:00:00 GMT
                     */
                    Sunset: string;
                    /**
                     * @description The replacement of the operation, with `rel="successor-version"` (RFC 8288).
                     * @example </v1/pets>; rel="successor-version"
                     */
                    Link: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No animal has this id. */
            404: {
                headers: {
                    /**
                     * @description When the operation was deprecated, as a structured date (RFC 9745).
                     * @example @1795219200
                     */
                    Deprecation: string;
                    /**
                     * @description When the operation will be removed, as an HTTP date (RFC 8594).
                     * @example Thu, 05 Dec 2030 00:00:00 GMT
                     */
                    Sunset: string;
                    /**
                     * @description The replacement of the operation, with `rel="successor-version"` (RFC 8288).
                     * @example </v1/pets>; rel="successor-version"
                     */
                    Link: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example GET, HEAD, PATCH, DELETE
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operation has reached its sunset. The message names its replacement. */
            410: {
                headers: {
                    /**
                     * @description When the operation was deprecated, as a structured date (RFC 9745).
                     * @example @1795219200
                     */
                    Deprecation: string;
                    /**
                     * @description When the operation will be removed, as an HTTP date (RFC 8594).
                     * @example Thu, 05 Dec 2030 00:00:00 GMT
                     */
                    Sunset: string;
                    /**
                     * @description The replacement of the operation, with `rel="successor-version"` (RFC 8288).
                     * @example </v1/pets>; rel="successor-version"
                     */
                    Link: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept
             *     calling after 429 (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description When the operation was deprecated, as a structured date (RFC 9745).
                     * @example @1795219200
                     */
                    Deprecation: string;
                    /**
                     * @description When the operation will be removed, as an HTTP date (RFC 8594).
                     * @example Thu, 05 Dec 2030 00:00:00 GMT
                     */
                    Sunset: string;
                    /**
                     * @description The replacement of the operation, with `rel="successor-version"` (RFC 8288).
                     * @example </v1/pets>; rel="successor-version"
                     */
                    Link: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=940;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description When the operation was deprecated, as a structured date (RFC 9745).
                     * @example @1795219200
                     */
                    Deprecation: string;
                    /**
                     * @description When the operation will be removed, as an HTTP date (RFC 8594).
                     * @example Thu, 05 Dec 2030 00:00:00 GMT
                     */
                    Sunset: string;
                    /**
                     * @description The replacement of the operation, with `rel="successor-version"` (RFC 8288).
                     * @example </v1/pets>; rel="successor-version"
                     */
                    Link: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description When the operation was deprecated, as a structured date (RFC 9745).
                     * @example @1795219200
                     */
                    Deprecation: string;
                    /**
                     * @description When the operation will be removed, as an HTTP date (RFC 8594).
                     * @example Thu, 05 Dec 2030 00:00:00 GMT
                     */
                    Sunset: string;
                    /**
                     * @description The replacement of the operation, with `rel="successor-version"` (RFC 8288).
                     * @example </v1/pets>; rel="successor-version"
                     */
                    Link: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removePet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the change only if nobody has made another one since: the `ETag` of what you have read, several
                 *     tags with commas between them, or `*` for whatever is there. If none is the tag of what is there now,
                 *     the response is 412: see [Concurrent changes](docs#concurrent-changes).
                 */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the animal. */
                petId: components["schemas"]["PetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The animal was removed. */
            204: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is invalid, unknown or sent twice. */
            400: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The API key lacks a scope that the request needs. If it is the scope of the operation, no
             *     other part of the request was checked.
             */
            403: {
                headers: {
                    /**
                     * @description The scopes that the operation needs (RFC 6750 section 3.1).
                     * @example Bearer error="insufficient_scope", scope="pets:manage"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No animal has this id. */
            404: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example GET, HEAD, PATCH, DELETE
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An order refers to the animal. */
            409: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No tag in `If-Match` is that of what would be changed. Nothing was changed. */
            412: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept
             *     calling after 429 (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=940;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the change only if nobody has made another one since: the `ETag` of what you have read, several
                 *     tags with commas between them, or `*` for whatever is there. If none is the tag of what is there now,
                 *     the response is 412: see [Concurrent changes](docs#concurrent-changes).
                 */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the animal. */
                petId: components["schemas"]["PetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PetUpdate"];
            };
        };
        responses: {
            /** @description The animal as it is now. */
            200: {
                headers: {
                    /**
                     * @description The tag of this body, which any other body lacks: for `If-None-Match` and `If-Match`, where an operation
                     *     has them.
                     * @example "kT4nqRzW0bXyLq3vHc8mPw"
                     */
                    ETag: string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /**
             * @description The body is missing, not JSON or empty; a field is unknown or invalid; the `id` is not a
             *     64-bit integer in plain decimal; `If-Match` is malformed; or a query parameter was sent.
             */
            400: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The API key lacks a scope that the request needs. If it is the scope of the operation, no
             *     other part of the request was checked.
             */
            403: {
                headers: {
                    /**
                     * @description The scopes that the operation needs (RFC 6750 section 3.1).
                     * @example Bearer error="insufficient_scope", scope="pets:manage"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No animal has this id. */
            404: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example GET, HEAD, PATCH, DELETE
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No tag in `If-Match` is that of what would be changed. Nothing was changed. */
            412: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the service accepts. */
            413: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body does not have the media type that the operation expects. */
            415: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept
             *     calling after 429 (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=940;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query: {
                /** @description Maximum number of items to return. */
                limit: number;
                /**
                 * @description Where the page starts. Take it from the `Link` header of the previous page and send it with
                 *     the same filter. It is opaque: do not build or parse it.
                 */
                cursor?: string;
                /**
                 * @description Returns only orders with this status.
                 * @example placed
                 */
                status?: components["schemas"]["OrderStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    /**
                     * @description The address of the next page with `rel="next"` (RFC 8288). Absent on the last page.
                     * @example </v1/store/orders?limit=2&cursor=AAAAAAAAA-oC2dp6>; rel="next"
                     */
                    Link?: string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example experimental
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Orders"];
                };
            };
            /** @description A query parameter is invalid, unknown or sent twice, or the cursor was issued for another list. */
            400: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example experimental
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example experimental
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The API key lacks a scope that the request needs. If it is the scope of the operation, no
             *     other part of the request was checked.
             */
            403: {
                headers: {
                    /**
                     * @description The scopes that the operation needs (RFC 6750 section 3.1).
                     * @example Bearer error="insufficient_scope", scope="orders:read"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example experimental
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example GET, HEAD
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept
             *     calling after 429 (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example experimental
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=940;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example experimental
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example experimental
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your account. */
            200: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description A parameter is invalid, unknown or sent twice. */
            400: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example GET, HEAD
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The limits of the plan and of the [reserve](docs#the-reserve-of-your-account) are exceeded
             *     (`rate_limit_exceeded`), or the key is banned because it kept calling after 429
             *     (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 10
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=10;w=60, "day";q=100;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=90;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUsage: {
        parameters: {
            query: {
                /** @description Maximum number of items to return. */
                limit: number;
                /**
                 * @description Where the page starts. Take it from the `Link` header of the previous page and send it with
                 *     the same filter. It is opaque: do not build or parse it.
                 */
                cursor?: string;
                /**
                 * @description The first day (UTC); by default 29 days before `to`, and at most 399 before it.
                 * @example 2026-11-01
                 */
                from?: string;
                /**
                 * @description The last day (UTC); by default today.
                 * @example 2026-11-30
                 */
                to?: string;
                /**
                 * @description Counts only the requests of this key of yours. Those of a removed key count only together
                 *     with the others.
                 */
                keyId?: components["schemas"]["KeyId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of usage. */
            200: {
                headers: {
                    /**
                     * @description The address of the next page with `rel="next"` (RFC 8288). Absent on the last page.
                     * @example </v1/account/usage?limit=2&from=2026-11-01&to=2026-11-30&cursor=AAoyMDI2LTExLTIwAAljcmVhdGVQZXRMGH4Q>; rel="next"
                     */
                    Link?: string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usages"];
                };
            };
            /**
             * @description A query parameter is invalid, unknown or sent twice, `from` is after `to` or too long
             *     before it, or the cursor was issued for another list.
             */
            400: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The API key lacks a scope that the request needs. If it is the scope of the operation, no
             *     other part of the request was checked.
             */
            403: {
                headers: {
                    /**
                     * @description The scopes that the operation needs (RFC 6750 section 3.1).
                     * @example Bearer error="insufficient_scope", scope="account:read"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no API key with this id. */
            404: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example GET, HEAD
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept
             *     calling after 429 (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=940;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query: {
                /** @description Maximum number of items to return. */
                limit: number;
                /**
                 * @description Where the page starts. Take it from the `Link` header of the previous page and send it with
                 *     the same filter. It is opaque: do not build or parse it.
                 */
                cursor?: string;
                /**
                 * @description Which keys to return.
                 *
                 *     - `usable`: those that are neither revoked nor expired
                 *     - `ended`: those that are revoked or expired
                 *     - `all`: both
                 * @example ended
                 */
                state: "usable" | "ended" | "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of API keys. */
            200: {
                headers: {
                    /**
                     * @description The address of the next page with `rel="next"` (RFC 8288). Absent on the last page.
                     * @example </v1/account/keys?limit=1&state=usable&cursor=AAAAAAAAAAf9VAu8>; rel="next"
                     */
                    Link?: string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keys"];
                };
            };
            /** @description A query parameter is invalid, unknown or sent twice, or the cursor was issued for another list. */
            400: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The API key lacks a scope that the request needs. If it is the scope of the operation, no
             *     other part of the request was checked.
             */
            403: {
                headers: {
                    /**
                     * @description The scopes that the operation needs (RFC 6750 section 3.1).
                     * @example Bearer error="insufficient_scope", scope="account:read"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example GET, HEAD, POST
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The limits of the plan and of the [reserve](docs#the-reserve-of-your-account) are exceeded
             *     (`rate_limit_exceeded`), or the key is banned because it kept calling after 429
             *     (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 10
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=10;w=60, "day";q=100;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=90;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to retry. Within 24 hours, requests with the same key create only
                 *     one API key. Since an API key is shown only once, a repeated request returns 409, with the
                 *     address of the key in `Location`: you can revoke it.
                 * @example 5d1c7c5e-3a0f-4a6e-9a53-6a1f0f9b2c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description The API key was created. */
            201: {
                headers: {
                    /**
                     * @description The address of the new API key.
                     * @example /v1/account/keys/9
                     */
                    Location: string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            /**
             * @description The body is missing or not JSON; a field is missing, unknown or invalid; a scope does not
             *     exist; `expiresAt` is not in the future, or after the end of the key of this request; the
             *     `Idempotency-Key` is invalid; or a query parameter was sent.
             */
            400: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The API key lacks a scope that the request needs. If it is the scope of the operation, no
             *     other part of the request was checked.
             */
            403: {
                headers: {
                    /**
                     * @description The scopes that the operation needs (RFC 6750 section 3.1).
                     * @example Bearer error="insufficient_scope", scope="account:write"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example GET, HEAD, POST
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description You have as many keys as you can have (`key_limit_reached`), or the `Idempotency-Key` has
             *     created a key already (`key_already_created`).
             */
            409: {
                headers: {
                    /**
                     * @description If the `Idempotency-Key` has created a key already, the address of that key.
                     * @example /v1/account/keys/9
                     */
                    Location?: string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the service accepts. */
            413: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body does not have the media type that the operation expects. */
            415: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The `Idempotency-Key` was used with another body. */
            422: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept
             *     calling after 429 (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=940;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the API key. */
                keyId: components["schemas"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API key. */
            200: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description A parameter is invalid, unknown or sent twice. */
            400: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The API key lacks a scope that the request needs. If it is the scope of the operation, no
             *     other part of the request was checked.
             */
            403: {
                headers: {
                    /**
                     * @description The scopes that the operation needs (RFC 6750 section 3.1).
                     * @example Bearer error="insufficient_scope", scope="account:read"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no API key with this id. */
            404: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example GET, HEAD, DELETE
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The limits of the plan and of the [reserve](docs#the-reserve-of-your-account) are exceeded
             *     (`rate_limit_exceeded`), or the key is banned because it kept calling after 429
             *     (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 10
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=10;w=60, "day";q=100;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=90;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query: {
                /**
                 * @description Also revokes the keys that this key has created or rotated, also if this key was revoked
                 *     before.
                 */
                withCreated: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the API key. */
                keyId: components["schemas"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API key is revoked. */
            204: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is invalid, unknown or sent twice. */
            400: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The API key lacks a scope that the request needs. If it is the scope of the operation, no
             *     other part of the request was checked.
             */
            403: {
                headers: {
                    /**
                     * @description The scopes that the operation needs (RFC 6750 section 3.1).
                     * @example Bearer error="insufficient_scope", scope="account:write"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no API key with this id. */
            404: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example GET, HEAD, DELETE
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The limits of the plan and of the [reserve](docs#the-reserve-of-your-account) are exceeded
             *     (`rate_limit_exceeded`), or the key is banned because it kept calling after 429
             *     (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 10
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=10;w=60, "day";q=100;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=90;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the API key. */
                keyId: components["schemas"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description The API key was rotated. */
            201: {
                headers: {
                    /**
                     * @description The address of the new API key.
                     * @example /v1/account/keys/9
                     */
                    Location: string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            /** @description A parameter is invalid, unknown or sent twice. */
            400: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. No other part of the request was checked. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer realm="Animal Store"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The API key lacks a scope that the request needs. If it is the scope of the operation, no
             *     other part of the request was checked.
             */
            403: {
                headers: {
                    /**
                     * @description The scopes that the operation needs (RFC 6750 section 3.1).
                     * @example Bearer error="insufficient_scope", scope="account:write"
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no API key with this id. */
            404: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported here. `Allow` lists the supported methods. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported here.
                     * @example POST
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request took too long to arrive. */
            408: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The key is revoked, expired or disabled (`key_not_working`), or you would have more keys
             *     than you can have (`key_limit_reached`).
             */
            409: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the service accepts. */
            413: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body does not have the media type that the operation expects. */
            415: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The limits of the plan and of the [reserve](docs#the-reserve-of-your-account) are exceeded
             *     (`rate_limit_exceeded`), or the key is banned because it kept calling after 429
             *     (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 10
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 0
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=10;w=60, "day";q=100;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=0;t=42, "day";r=90;t=86382
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The header fields are too large, or there are more than 100. */
            431: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. A retry may succeed. */
            500: {
                headers: {
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a `Transfer-Encoding` other than `chunked`. */
            501: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Wait for `Retry-After`. */
            503: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 2
                     */
                    "Retry-After": number;
                    /**
                     * @description How stable the operation is, `beta` or `experimental`. Absent from stable operations.
                     * @example beta
                     */
                    "X-Stability": string;
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=59;t=60, "day";r=999;t=86400
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The HTTP version is neither 1.1 nor 1.0. */
            505: {
                headers: {
                    /**
                     * @description Identifies the request in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description Requests that a window allows. It is the window with the fewest requests remaining; on a 429, the
                     *     exceeded window.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 60
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, or during a ban, when the ban ends. A Unix timestamp in seconds.
                     * @example 1795219260
                     */
                    "X-RateLimit-Reset": bigint;
                    /**
                     * @description Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured
                     *     list (RFC 9651), as in the IETF draft "RateLimit header fields for HTTP".
                     * @example "minute";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of your limits: the name of each window, its remaining requests `r` and the seconds
                     *     `t` until it ends. A structured list (RFC 9651).
                     * @example "minute";r=60;t=60
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
