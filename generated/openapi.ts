// Made from openapi/openapi.yaml by `npm run generate`. Edit that file, not this one.

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
         * @description Answers with a page of animals in ascending order of `id`. With `status` only animals in
         *     that state are listed. When there are more, `Link` leads to the next page.
         */
        get: operations["listPets"];
        put?: never;
        /**
         * Add an animal
         * @description Adds an animal and answers with it, including the `id` that the service has assigned. The
         *     `id` cannot be chosen. Sending the same request twice adds two animals, unless both carry
         *     the same `Idempotency-Key`.
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
         * @description Answers with the animal that has this id.
         *
         *     This operation is deprecated. Use `GET /pets` with its `status` filter instead. From
         *     5 December 2030 on it answers 410.
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
         * @description Answers with a page of orders in ascending order of `id`. With `status` only orders in that
         *     state are listed. When there are more, `Link` leads to the next page. Orders come from the
         *     store's other systems; this service only shows them.
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
         * @description Identifies an animal. Assigned by the service when the animal is added.
         */
        PetId: bigint;
        /**
         * Format: int64
         * @description Identifies the category that the animal belongs to.
         */
        CategoryId: bigint;
        /** @description The animal's name. Neither NUL nor an unpaired surrogate may stand in it. */
        PetName: string;
        /**
         * @description Whether the animal is to be had.
         *
         *     - `available`: listed as available
         *     - `pending`: in between
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
         * @description Identifies an order.
         */
        OrderId: bigint;
        /**
         * @description How far the order has come.
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
         * @description What every error answers with. The set of `code` values is open: new codes may appear at any
         *     time, existing ones keep their meaning.
         */
        Error: {
            /** @description What went wrong, for programs. Treat a code that you do not know by `status`. */
            code: string;
            /** @description What went wrong, for people. Its wording may change. */
            message: string;
            /**
             * Format: int32
             * @description The status code of the HTTP answer.
             */
            status: number;
        };
    };
    responses: {
        /** @description The service failed. The cause is not shown. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A query parameter is wrong, not known, or sent twice, or the cursor is not one of this listing. */
        InvalidListing: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The body is missing or not JSON, a field is missing, wrong or not known, or the
         *     `Idempotency-Key` is none.
         */
        InvalidNewPet: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing or not valid. Nothing else of the request was looked at. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path does not have the method of the request. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Another request with this `Idempotency-Key` is under way. Send it again after `Retry-After`. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than the service accepts. */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not `application/json`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The `Idempotency-Key` was used with another body. */
        UnprocessableContent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description A limit of the plan is used up (`rate_limit_exceeded`), or the key is banned for calling on
         *     after that (`api_key_banned`). Wait for `Retry-After`.
         */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service cannot answer at the moment. Wait for `Retry-After`. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Any other error, such as an unknown path, a request that takes too long or header fields that are too large. */
        OtherError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A page of animals. */
        Pets: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Link: components["headers"]["NextPage"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Pets"];
            };
        };
        /** @description The animal was added, now or, with a repeated `Idempotency-Key`, the first time. */
        PetCreated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Pet"];
            };
        };
        /** @description The animal. */
        DeprecatedPet: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["SuccessorVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Pet"];
            };
        };
        /** @description The id is not an integer of 64 bits in plain decimal, or a query parameter was sent. */
        DeprecatedInvalidPetId: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["SuccessorVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing or not valid. Nothing else of the request was looked at. */
        DeprecatedUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["SuccessorVersion"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No animal has this id. */
        DeprecatedPetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["SuccessorVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The operation has reached its sunset. The message names its replacement. */
        DeprecatedGone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["SuccessorVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description A limit of the plan is used up (`rate_limit_exceeded`), or the key is banned for calling on
         *     after that (`api_key_banned`). Wait for `Retry-After`.
         */
        DeprecatedTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["SuccessorVersion"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service failed. The cause is not shown. */
        DeprecatedInternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["SuccessorVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service cannot answer at the moment. Wait for `Retry-After`. */
        DeprecatedServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["SuccessorVersion"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service failed. The cause is not shown. */
        UnstableInternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Stability": components["headers"]["X-Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A page of orders. */
        UnstableOrders: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Stability": components["headers"]["X-Stability"];
                Link: components["headers"]["NextPage"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Orders"];
            };
        };
        /** @description A query parameter is wrong, not known, or sent twice, or the cursor is not one of this listing. */
        UnstableInvalidListing: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Stability": components["headers"]["X-Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing or not valid. Nothing else of the request was looked at. */
        UnstableUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Stability": components["headers"]["X-Stability"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description A limit of the plan is used up (`rate_limit_exceeded`), or the key is banned for calling on
         *     after that (`api_key_banned`). Wait for `Retry-After`.
         */
        UnstableTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Stability": components["headers"]["X-Stability"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service cannot answer at the moment. Wait for `Retry-After`. */
        UnstableServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Stability": components["headers"]["X-Stability"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description How many entries the page has at most.
         * @example 50
         */
        Limit: number;
        /**
         * @description Where the page begins. Take it from the `Link` of the page before and send it with the same
         *     filter. Its content is opaque and may change.
         */
        Cursor: string;
        /**
         * @description Lists only animals in this state.
         * @example available
         */
        PetStatusFilter: components["schemas"]["PetStatus"];
        /**
         * @description Lists only orders in this state.
         * @example placed
         */
        OrderStatusFilter: components["schemas"]["OrderStatus"];
        /**
         * @description The id of the animal.
         * @example 42
         */
        PetId: components["schemas"]["PetId"];
        /**
         * @description A key of your own choice, such as a UUID, a new one for every animal. With it the request
         *     can be sent again within 24 hours without adding a second animal.
         */
        IdempotencyKey: string;
    };
    requestBodies: {
        /** @description The animal to add. */
        NewPet: {
            content: {
                "application/json": components["schemas"]["NewPet"];
            };
        };
    };
    headers: {
        /**
         * @description Identifies the request, in the service's log too. Name it when you ask for help.
         * @example 4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37
         */
        "X-Request-Id": string;
        /**
         * @description How many requests the window with the least remaining allows; on a 429, the one that refuses.
         * @example 60
         */
        "X-RateLimit-Limit": number;
        /**
         * @description How many requests remain in that window.
         * @example 59
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description When that window ends, as a Unix timestamp in seconds.
         * @example 1795219258
         */
        "X-RateLimit-Reset": number;
        /**
         * @description All limits that count for the caller (IETF draft "RateLimit header fields for HTTP"): name,
         *     quota `q` and window `w` in seconds, as a structured list (RFC 9651).
         * @example "minute";q=60;w=60, "day";q=1000;w=86400
         */
        "RateLimit-Policy": string;
        /**
         * @description What is left of each limit: name, remaining requests `r` and seconds `t` to the end of the
         *     window, as a structured list (RFC 9651).
         * @example "minute";r=59;t=58, "day";r=999;t=86398
         */
        RateLimit: string;
        /**
         * @description How many seconds to wait before the next request.
         * @example 42
         */
        "Retry-After": number;
        /**
         * @description How to authenticate (RFC 6750).
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description The methods that the path has.
         * @example GET, HEAD, POST
         */
        Allow: string;
        /**
         * @description The address of the new animal.
         * @example /v1/pets/42
         */
        Location: string;
        /** @description The address of the next page with `rel="next"` (RFC 8288). Absent on the last page. */
        NextPage: string;
        /**
         * @description Since when the operation is deprecated, as a structured date (RFC 9745).
         * @example @1795219200
         */
        Deprecation: string;
        /**
         * @description When the operation goes, as an HTTP date (RFC 8594).
         * @example Thu, 05 Dec 2030 00:00:00 GMT
         */
        Sunset: string;
        /**
         * @description The replacement of the operation, with `rel="successor-version"` (RFC 8288).
         * @example </v1/pets>; rel="successor-version"
         */
        SuccessorVersion: string;
        /**
         * @description How far the operation can be relied on. Stable operations do not send it.
         * @example experimental
         */
        "X-Stability": "beta" | "experimental";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPets: {
        parameters: {
            query: {
                /**
                 * @description How many entries the page has at most.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description Where the page begins. Take it from the `Link` of the page before and send it with the same
                 *     filter. Its content is opaque and may change.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Lists only animals in this state.
                 * @example available
                 */
                status?: components["parameters"]["PetStatusFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Pets"];
            400: components["responses"]["InvalidListing"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createPet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your own choice, such as a UUID, a new one for every animal. With it the request
                 *     can be sent again within 24 hours without adding a second animal.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["NewPet"];
        responses: {
            201: components["responses"]["PetCreated"];
            400: components["responses"]["InvalidNewPet"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["OtherError"];
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
                petId: components["parameters"]["PetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeprecatedPet"];
            400: components["responses"]["DeprecatedInvalidPetId"];
            401: components["responses"]["DeprecatedUnauthorized"];
            404: components["responses"]["DeprecatedPetNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            410: components["responses"]["DeprecatedGone"];
            429: components["responses"]["DeprecatedTooManyRequests"];
            500: components["responses"]["DeprecatedInternalServerError"];
            503: components["responses"]["DeprecatedServiceUnavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listOrders: {
        parameters: {
            query: {
                /**
                 * @description How many entries the page has at most.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description Where the page begins. Take it from the `Link` of the page before and send it with the same
                 *     filter. Its content is opaque and may change.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Lists only orders in this state.
                 * @example placed
                 */
                status?: components["parameters"]["OrderStatusFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UnstableOrders"];
            400: components["responses"]["UnstableInvalidListing"];
            401: components["responses"]["UnstableUnauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["UnstableTooManyRequests"];
            500: components["responses"]["UnstableInternalServerError"];
            503: components["responses"]["UnstableServiceUnavailable"];
            default: components["responses"]["OtherError"];
        };
    };
}
