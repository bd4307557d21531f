// Made from openapi/ by `npm run generate`. Edit what is there, not this.

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
         * @description Returns a page of animals in ascending order of `id`. With `status`, only animals in that
         *     state are listed. If there are more, `Link` contains the address of the next page.
         */
        get: operations["listPets"];
        put?: never;
        /**
         * Add an animal
         * @description Adds an animal and returns it, including the `id` that the service has assigned. The `id`
         *     cannot be chosen. Sending the same request twice adds two animals, unless both requests
         *     have the same `Idempotency-Key`.
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
         * @description Returns the animal with this id.
         *
         *     This operation is deprecated. Use `GET /pets` with its `status` filter instead. From
         *     5 December 2030 on, the response is 410.
         */
        get: operations["getPet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Returns a page of orders in ascending order of `id`. With `status`, only orders in that
         *     state are listed. If there are more, `Link` contains the address of the next page. Orders
         *     come from the store's other systems; this service only shows them.
         *
         *     This operation is experimental: it may change or disappear at any time.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: int64
         * @description Identifies an animal. Assigned by the service when the animal is added. A 64-bit integer:
         *     beyond 9,007,199,254,740,991 most JavaScript clients round it unless they are told not to.
         */
        PetId: bigint;
        /**
         * Format: int64
         * @description Identifies the category that the animal belongs to. A 64-bit integer, like the id of an
         *     animal.
         */
        CategoryId: bigint;
        /** @description The animal's name. It must not contain NUL or an unpaired surrogate. */
        PetName: string;
        /**
         * @description Sale status.
         *
         *     - `available`: listed as available
         *     - `pending`: an intermediate state
         *     - `sold`: listed as sold
         * @enum {string}
         */
        PetStatus: "available" | "pending" | "sold";
        /** @description An animal to add. */
        NewPet: {
            name: components["schemas"]["PetName"];
            categoryId: components["schemas"]["CategoryId"];
            /** @default available */
            status: components["schemas"]["PetStatus"];
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
         * @description Identifies an order. A 64-bit integer, like the id of an animal.
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
             * @description How many animals are ordered.
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
        /**
         * @description The body of every error. The set of `code` values is open: new codes may appear at any
         *     time, existing ones keep their meaning.
         */
        Error: {
            /** @description What went wrong, for programs. Treat a code that you do not know by its `status`. */
            code: string;
            /** @description What went wrong, for people. Its wording may change. */
            message: string;
            /**
             * Format: int32
             * @description The status code of the HTTP response.
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
                /**
                 * @description Maximum number of entries on the page.
                 * @example 50
                 */
                limit: number;
                /**
                 * @description Where the page begins. Take it from the `Link` of the page before and send it with the same
                 *     filter. Its content is opaque and may change.
                 */
                cursor?: string;
                /**
                 * @description Lists only animals in this state.
                 * @example available
                 */
                status?: components["schemas"]["PetStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of animals. */
            200: {
                headers: {
                    /**
                     * @description The address of the next page with `rel="next"` (RFC 8288). Absent on the last page.
                     * @example </v1/pets?limit=20&cursor=bGltaXQ6MjA>; rel="next"
                     */
                    Link?: string;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pets"];
                };
            };
            /**
             * @description A query parameter is wrong, unknown or sent twice, or the cursor was not issued for this
             *     listing.
             */
            400: {
                headers: {
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. Nothing else of the request was looked at. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported at this path. `Allow` lists those that are. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported at this path.
                     * @example GET, HEAD, POST
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it
             *     kept calling after that (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. The cause is not shown. */
            500: {
                headers: {
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
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
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description Any other error, such as an unknown path, a request that takes too long or header fields
             *     that are too large.
             */
            default: {
                headers: {
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
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
                 * @description A key of your own choice, such as a UUID: a new one for every animal. With it, the
                 *     request can be sent again within 24 hours without adding a second animal.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The animal to add. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPet"];
            };
        };
        responses: {
            /**
             * @description The animal was added: by this request or, with a repeated `Idempotency-Key`, by the
             *     first one.
             */
            201: {
                headers: {
                    /**
                     * @description The address of the new animal.
                     * @example /v1/pets/42
                     */
                    Location: string;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /**
             * @description The body is missing or is not JSON, a field is missing, wrong or unknown, or the
             *     `Idempotency-Key` is not valid.
             */
            400: {
                headers: {
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. Nothing else of the request was looked at. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported at this path. `Allow` lists those that are. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported at this path.
                     * @example GET, HEAD, POST
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description Another request with this `Idempotency-Key` is in progress. Send the request again
             *     after `Retry-After`.
             */
            409: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
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
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
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
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it
             *     kept calling after that (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. The cause is not shown. */
            500: {
                headers: {
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
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
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description Any other error, such as an unknown path, a request that takes too long or header fields
             *     that are too large.
             */
            default: {
                headers: {
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
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
            header?: never;
            path: {
                /**
                 * @description The id of the animal.
                 * @example 42
                 */
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
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /** @description The id is not a 64-bit integer in plain decimal, or a query parameter was sent. */
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
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. Nothing else of the request was looked at. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer
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
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
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
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported at this path. `Allow` lists those that are. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported at this path.
                     * @example GET, HEAD, POST
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
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
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it
             *     kept calling after that (`api_key_banned`). Wait for `Retry-After`.
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
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. The cause is not shown. */
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
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
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
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description Any other error, such as an unknown path, a request that takes too long or header fields
             *     that are too large.
             */
            default: {
                headers: {
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
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
                /**
                 * @description Maximum number of entries on the page.
                 * @example 50
                 */
                limit: number;
                /**
                 * @description Where the page begins. Take it from the `Link` of the page before and send it with the same
                 *     filter. Its content is opaque and may change.
                 */
                cursor?: string;
                /**
                 * @description Lists only orders in this state.
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
                     * @example </v1/pets?limit=20&cursor=bGltaXQ6MjA>; rel="next"
                     */
                    Link?: string;
                    /**
                     * @description How far the operation can be relied on. Stable operations do not send it.
                     * @example experimental
                     */
                    "X-Stability": "beta" | "experimental";
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Orders"];
                };
            };
            /**
             * @description A query parameter is wrong, unknown or sent twice, or the cursor was not issued for this
             *     listing.
             */
            400: {
                headers: {
                    /**
                     * @description How far the operation can be relied on. Stable operations do not send it.
                     * @example experimental
                     */
                    "X-Stability": "beta" | "experimental";
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or not valid. Nothing else of the request was looked at. */
            401: {
                headers: {
                    /**
                     * @description How to authenticate (RFC 6750).
                     * @example Bearer
                     */
                    "WWW-Authenticate": string;
                    /**
                     * @description How far the operation can be relied on. Stable operations do not send it.
                     * @example experimental
                     */
                    "X-Stability": "beta" | "experimental";
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not supported at this path. `Allow` lists those that are. */
            405: {
                headers: {
                    /**
                     * @description The methods that are supported at this path.
                     * @example GET, HEAD, POST
                     */
                    Allow: string;
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it
             *     kept calling after that (`api_key_banned`). Wait for `Retry-After`.
             */
            429: {
                headers: {
                    /**
                     * @description Number of seconds to wait before the next request.
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description How far the operation can be relied on. Stable operations do not send it.
                     * @example experimental
                     */
                    "X-Stability": "beta" | "experimental";
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed. The cause is not shown. */
            500: {
                headers: {
                    /**
                     * @description How far the operation can be relied on. Stable operations do not send it.
                     * @example experimental
                     */
                    "X-Stability": "beta" | "experimental";
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
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
                     * @example 42
                     */
                    "Retry-After": number;
                    /**
                     * @description How far the operation can be relied on. Stable operations do not send it.
                     * @example experimental
                     */
                    "X-Stability": "beta" | "experimental";
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
                     */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description Any other error, such as an unknown path, a request that takes too long or header fields
             *     that are too large.
             */
            default: {
                headers: {
                    /**
                     * @description Identifies the request, also in the service's log. Quote it when you contact support.
                     * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
                     */
                    "X-Request-Id": string;
                    /**
                     * @description The request limit of the window with the least remaining; on a 429, of the window that is exceeded.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests remaining in that window.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When that window ends, as a Unix timestamp in seconds.
                     * @example 1795219258
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description All limits of the caller (IETF draft "RateLimit header fields for HTTP"): name, quota `q`
                     *     and window `w` in seconds, as a structured list (RFC 9651).
                     * @example "minute";q=60;w=60, "day";q=1000;w=86400
                     */
                    "RateLimit-Policy": string;
                    /**
                     * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of
                     *     the window, as a structured list (RFC 9651).
                     * @example "minute";r=59;t=58, "day";r=999;t=86398
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
