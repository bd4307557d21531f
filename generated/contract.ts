// Made from openapi/ by `npm run generate`. Edit what is there, not this.

export const contract = {
  "openapi": "3.1.0",
  "info": {
    "title": "Animal Store",
    "version": "1.0.0",
    "summary": "Keeps the inventory of animals that a store offers.",
    "contact": {
      "name": "The operator of the store"
    },
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    },
    "description": "Use this API to list the animals of a store, to add animals, and to list the store's orders. Every request\nneeds an API key. Requests and responses have JSON bodies (`application/json`).\n\nStart with [First steps](docs#first-steps). Before you write a client, read [Rate limits](docs#rate-limits),\n[Errors](docs#errors) and [Pagination](docs#pagination).\n\n## Guides\n\n- [First steps](docs#first-steps): In five minutes you add an animal and list all animals.\n- [Base addresses](docs#base-addresses): All paths are relative to a base address, which ends in the major version: `/v1`.\n- [Authentication](docs#authentication): Every operation requires an API key, sent as a bearer token.\n- [Rate limits](docs#rate-limits): Your plan limits how many requests you can send per minute and per day.\n- [Errors](docs#errors): Every error has the same body, an `Error` with `code`, `message` and `status`.\n- [Request IDs](docs#request-ids): Every response has an ID, in the `X-Request-Id` header.\n- [Idempotent requests](docs#idempotent-requests): With an `Idempotency-Key`, adding an animal is as safe to retry as reading.\n- [Pagination](docs#pagination): A list returns an array of at most `limit` items, in ascending order of `id`.\n- [64-bit integers](docs#64-bit-integers): IDs are 64-bit integers (`int64`), which some JSON parsers round.\n- [Using a generated client](docs#using-a-generated-client): Any OpenAPI 3.1 generator can read the contract, `openapi.json`.\n- [Browsers](docs#browsers): A page can call the API from a browser if the operator of the service allows its origin: its scheme, host and port, such as `https://app.example.com`.\n- [HTTP methods](docs#http-methods): `HEAD` is supported wherever `GET` is.\n- [Caching](docs#caching): Responses must not be cached: each has `Cache-Control: no-store`.\n- [Versions](docs#versions): A base address ends in the major version, `/v1`.\n- [Deprecation](docs#deprecation): A deprecated operation works until its sunset: the day from which it returns 410 `operation_removed`.\n- [Leaving getPet](docs#leaving-getpet): `GET /pets/{petId}` is deprecated and will be removed on 5 December 2030.\n- [Stability](docs#stability): `x-stability` states how stable an operation is.\n- [Specification extensions](docs#specification-extensions): The contract has these keywords beside those of OpenAPI."
  },
  "servers": [
    {
      "url": "/v1"
    }
  ],
  "security": [
    {
      "apiKey": []
    }
  ],
  "tags": [
    {
      "name": "pets",
      "description": "The animals that the store offers."
    },
    {
      "name": "orders",
      "description": "The orders that the store has received."
    }
  ],
  "paths": {
    "/pets": {
      "get": {
        "operationId": "listPets",
        "tags": [
          "pets"
        ],
        "summary": "List all animals",
        "description": "Returns a page of animals in ascending order of `id`. With `status`, returns only animals\nwith this status. If there are more, `Link` contains the address of the next page.",
        "x-stability": "stable",
        "parameters": [
          {
            "name": "limit",
            "in": "query",
            "description": "Maximum number of items to return.",
            "schema": {
              "type": "integer",
              "format": "int32",
              "minimum": 1,
              "maximum": 100,
              "default": 20
            },
            "example": 50
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "Where the page starts. Take it from the `Link` header of the previous page and send it with\nthe same filter. It is opaque: do not build or parse it.",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 128,
              "pattern": "^[A-Za-z0-9_-]*$",
              "x-pattern-message": "was not issued for this list"
            }
          },
          {
            "name": "status",
            "in": "query",
            "description": "Returns only animals with this status.",
            "schema": {
              "$ref": "#/components/schemas/PetStatus"
            },
            "example": "available"
          }
        ],
        "responses": {
          "200": {
            "description": "A page of animals.",
            "headers": {
              "Link": {
                "description": "The address of the next page with `rel=\"next\"` (RFC 8288). Absent on the last page.",
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets?limit=20&cursor=AAAAAAAAACulbeWA>; rel=\"next\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pets"
                },
                "examples": {
                  "page": {
                    "summary": "A page of two animals",
                    "value": [
                      {
                        "id": 42,
                        "name": "Rex",
                        "categoryId": 7,
                        "status": "available"
                      },
                      {
                        "id": 43,
                        "name": "Tweety",
                        "categoryId": 9,
                        "status": "sold"
                      }
                    ]
                  },
                  "empty": {
                    "summary": "Nothing to list",
                    "value": []
                  }
                }
              }
            }
          },
          "400": {
            "description": "A query parameter is invalid, unknown or sent twice, or the cursor was issued for another list.",
            "content": {
              "application/json": {
                "examples": {
                  "limitTooHigh": {
                    "summary": "The limit is too high",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "limit must be at most 100.",
                      "status": 400
                    }
                  },
                  "repeatedParameter": {
                    "summary": "A query parameter was sent twice",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "status must be sent only once.",
                      "status": 400
                    }
                  },
                  "foreignCursor": {
                    "summary": "The cursor was altered or issued for another list",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "cursor was not issued for this list.",
                      "status": 400
                    }
                  },
                  "unknownParameter": {
                    "summary": "A query parameter is unknown",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "offset is not a known parameter.",
                      "status": 400
                    }
                  },
                  "malformedRequest": {
                    "summary": "A header field appears twice",
                    "value": {
                      "code": "malformed_request",
                      "message": "The header field host must appear only once.",
                      "status": 400
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "401": {
            "description": "The API key is missing or not valid. No other part of the request was checked.",
            "headers": {
              "WWW-Authenticate": {
                "description": "How to authenticate (RFC 6750).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer realm=\"Animal Store\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "apiKeyMissing": {
                    "summary": "No API key was sent",
                    "value": {
                      "code": "api_key_missing",
                      "message": "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
                      "status": 401
                    }
                  },
                  "apiKeyInvalid": {
                    "summary": "The API key is unknown, expired or revoked",
                    "value": {
                      "code": "api_key_invalid",
                      "message": "The API key is not valid.",
                      "status": 401
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "403": {
            "description": "The API key does not have the scope that this operation needs. No other part of the request\nwas checked.",
            "headers": {
              "WWW-Authenticate": {
                "description": "The scopes that the operation needs (RFC 6750 section 3.1).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer error=\"insufficient_scope\", scope=\"pets:read\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "insufficientScope": {
                    "summary": "The key lacks the scope",
                    "value": {
                      "code": "insufficient_scope",
                      "message": "The API key lacks the scope pets:read.",
                      "status": 403
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "405": {
            "description": "The method is not supported here. `Allow` lists those that are.",
            "headers": {
              "Allow": {
                "description": "The methods that are supported here.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "GET, HEAD, POST"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "methodNotAllowed": {
                    "summary": "The method is not supported here",
                    "value": {
                      "code": "method_not_allowed",
                      "message": "DELETE is not supported here.",
                      "status": 405
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "408": {
            "description": "The request took too long to arrive.",
            "content": {
              "application/json": {
                "examples": {
                  "requestTimeout": {
                    "summary": "The request took too long to arrive",
                    "value": {
                      "code": "request_timeout",
                      "message": "The request took too long to arrive.",
                      "status": 408
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "429": {
            "description": "A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept\ncalling after 429 (`api_key_banned`). Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "rateLimitExceeded": {
                    "summary": "A limit of the plan is exceeded",
                    "value": {
                      "code": "rate_limit_exceeded",
                      "message": "Too many requests: the limit of 60 per minute is exceeded. Retry after 42 seconds.",
                      "status": 429
                    }
                  },
                  "apiKeyBanned": {
                    "summary": "The key kept calling after 429",
                    "value": {
                      "code": "api_key_banned",
                      "message": "The API key is banned because it kept sending requests after 429 responses. Retry after 300 seconds.",
                      "status": 429
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "431": {
            "description": "The header fields are too large, or more than 100.",
            "content": {
              "application/json": {
                "examples": {
                  "headersTooLarge": {
                    "summary": "The header fields are too large",
                    "value": {
                      "code": "headers_too_large",
                      "message": "The header fields are too large.",
                      "status": 431
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "500": {
            "description": "The service failed. A retry may succeed.",
            "content": {
              "application/json": {
                "examples": {
                  "internalError": {
                    "summary": "The service failed",
                    "value": {
                      "code": "internal_error",
                      "message": "An internal error occurred. Please try again later.",
                      "status": 500
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "501": {
            "description": "The body has a `Transfer-Encoding` other than `chunked`.",
            "content": {
              "application/json": {
                "examples": {
                  "notImplemented": {
                    "summary": "The transfer coding is not implemented",
                    "value": {
                      "code": "not_implemented",
                      "message": "The transfer-encoding must be chunked.",
                      "status": 501
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "503": {
            "description": "The service is temporarily unavailable. Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "serviceUnavailable": {
                    "summary": "The service is temporarily unavailable",
                    "value": {
                      "code": "service_unavailable",
                      "message": "The service is temporarily unavailable. Please try again later.",
                      "status": 503
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "505": {
            "description": "The HTTP version is neither 1.1 nor 1.0.",
            "content": {
              "application/json": {
                "examples": {
                  "httpVersionNotSupported": {
                    "summary": "The HTTP version is not supported",
                    "value": {
                      "code": "http_version_not_supported",
                      "message": "The HTTP version must be 1.1 or 1.0.",
                      "status": 505
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          }
        },
        "security": [
          {
            "apiKey": [
              "pets:read"
            ]
          }
        ],
        "x-codeSamples": [
          {
            "lang": "Shell",
            "label": "curl",
            "source": "curl -i \"$BASE_URL/pets?limit=50&status=available\" \\\n  -H \"Authorization: Bearer $API_KEY\""
          },
          {
            "lang": "JavaScript",
            "label": "JavaScript",
            "source": "const response = await fetch(`${process.env.BASE_URL}/pets?limit=50&status=available`, {\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n  },\n});\nconsole.log(response.status, await response.text());"
          },
          {
            "lang": "Python",
            "label": "Python",
            "source": "import os\nimport urllib.request\n\nrequest = urllib.request.Request(\n    os.environ[\"BASE_URL\"] + \"/pets?limit=50&status=available\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n    },\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, response.read().decode())"
          }
        ]
      },
      "post": {
        "operationId": "createPet",
        "tags": [
          "pets"
        ],
        "summary": "Add an animal",
        "description": "Adds an animal and returns it, including the `id` that the service assigns. Sending the same\nrequest twice adds two animals, unless both requests have the same `Idempotency-Key`.",
        "x-stability": "stable",
        "parameters": [
          {
            "name": "Idempotency-Key",
            "in": "header",
            "description": "Makes the request safe to retry: within 24 hours, requests with the same key add only\none animal. Use a new key, such as a UUID, for every animal.",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255,
              "pattern": "^[!-~]*$",
              "x-pattern-message": "must contain only visible ASCII characters"
            },
            "example": "8e03978e-40d5-43e8-bc93-6894a57f9324"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewPet"
              },
              "examples": {
                "minimal": {
                  "summary": "Only what is required",
                  "value": {
                    "name": "Rex",
                    "categoryId": 7
                  }
                },
                "full": {
                  "summary": "Every field",
                  "value": {
                    "name": "Rex 🐶",
                    "categoryId": 7,
                    "status": "pending"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The animal was added by this request or, if the `Idempotency-Key` is repeated, by an\nearlier one.",
            "headers": {
              "Location": {
                "description": "The address of the new animal.",
                "required": true,
                "schema": {
                  "type": "string",
                  "format": "uri-reference"
                },
                "example": "/v1/pets/42"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pet"
                },
                "examples": {
                  "pet": {
                    "summary": "An animal",
                    "value": {
                      "id": 42,
                      "name": "Rex",
                      "categoryId": 7,
                      "status": "available"
                    }
                  }
                }
              }
            }
          },
          "400": {
            "description": "The body is missing or not JSON; a field is missing, unknown or invalid; the\n`Idempotency-Key` is invalid; or a query parameter was sent.",
            "content": {
              "application/json": {
                "examples": {
                  "missingField": {
                    "summary": "A required field is missing",
                    "value": {
                      "code": "invalid_body",
                      "message": "categoryId is required.",
                      "status": 400
                    }
                  },
                  "emptyName": {
                    "summary": "The name is empty",
                    "value": {
                      "code": "invalid_body",
                      "message": "name must have at least 1 character.",
                      "status": 400
                    }
                  },
                  "wrongType": {
                    "summary": "A field has another type",
                    "value": {
                      "code": "invalid_body",
                      "message": "categoryId must be an integer.",
                      "status": 400
                    }
                  },
                  "unknownField": {
                    "summary": "A field is unknown",
                    "value": {
                      "code": "invalid_body",
                      "message": "nmae is not a known field.",
                      "status": 400
                    }
                  },
                  "chosenId": {
                    "summary": "The id cannot be chosen",
                    "value": {
                      "code": "invalid_body",
                      "message": "id is not a known field.",
                      "status": 400
                    }
                  },
                  "invalidIdempotencyKey": {
                    "summary": "The Idempotency-Key is too long",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "idempotency-key must have at most 255 characters.",
                      "status": 400
                    }
                  },
                  "unknownParameter": {
                    "summary": "A query parameter is unknown",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "offset is not a known parameter.",
                      "status": 400
                    }
                  },
                  "malformedRequest": {
                    "summary": "A header field appears twice",
                    "value": {
                      "code": "malformed_request",
                      "message": "The header field host must appear only once.",
                      "status": 400
                    }
                  },
                  "invalidJson": {
                    "summary": "The body is not JSON",
                    "value": {
                      "code": "invalid_json",
                      "message": "The body is not valid JSON.",
                      "status": 400
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "401": {
            "description": "The API key is missing or not valid. No other part of the request was checked.",
            "headers": {
              "WWW-Authenticate": {
                "description": "How to authenticate (RFC 6750).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer realm=\"Animal Store\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "apiKeyMissing": {
                    "summary": "No API key was sent",
                    "value": {
                      "code": "api_key_missing",
                      "message": "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
                      "status": 401
                    }
                  },
                  "apiKeyInvalid": {
                    "summary": "The API key is unknown, expired or revoked",
                    "value": {
                      "code": "api_key_invalid",
                      "message": "The API key is not valid.",
                      "status": 401
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "403": {
            "description": "The API key does not have the scope that this operation needs. No other part of the request\nwas checked.",
            "headers": {
              "WWW-Authenticate": {
                "description": "The scopes that the operation needs (RFC 6750 section 3.1).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer error=\"insufficient_scope\", scope=\"pets:write\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "insufficientScope": {
                    "summary": "The key lacks the scope",
                    "value": {
                      "code": "insufficient_scope",
                      "message": "The API key lacks the scope pets:read.",
                      "status": 403
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "405": {
            "description": "The method is not supported here. `Allow` lists those that are.",
            "headers": {
              "Allow": {
                "description": "The methods that are supported here.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "GET, HEAD, POST"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "methodNotAllowed": {
                    "summary": "The method is not supported here",
                    "value": {
                      "code": "method_not_allowed",
                      "message": "DELETE is not supported here.",
                      "status": 405
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "408": {
            "description": "The request took too long to arrive.",
            "content": {
              "application/json": {
                "examples": {
                  "requestTimeout": {
                    "summary": "The request took too long to arrive",
                    "value": {
                      "code": "request_timeout",
                      "message": "The request took too long to arrive.",
                      "status": 408
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "409": {
            "description": "Another request with this `Idempotency-Key` is in progress. Retry after `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "idempotencyKeyInUse": {
                    "summary": "Another request with this key is in progress",
                    "value": {
                      "code": "idempotency_key_in_use",
                      "message": "Another request with this Idempotency-Key is in progress. Please try again later.",
                      "status": 409
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "413": {
            "description": "The body is larger than the service accepts.",
            "content": {
              "application/json": {
                "examples": {
                  "bodyTooLarge": {
                    "summary": "The body is too large",
                    "value": {
                      "code": "body_too_large",
                      "message": "The body must be at most 65536 bytes.",
                      "status": 413
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "415": {
            "description": "The body does not have the media type that the operation expects.",
            "content": {
              "application/json": {
                "examples": {
                  "unsupportedMediaType": {
                    "summary": "The body is not what the operation expects",
                    "value": {
                      "code": "unsupported_media_type",
                      "message": "The body must be application/json.",
                      "status": 415
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "422": {
            "description": "The `Idempotency-Key` was used with another body.",
            "content": {
              "application/json": {
                "examples": {
                  "idempotencyKeyReused": {
                    "summary": "The key was used with another body",
                    "value": {
                      "code": "idempotency_key_reused",
                      "message": "This Idempotency-Key was used with a different body.",
                      "status": 422
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "429": {
            "description": "A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept\ncalling after 429 (`api_key_banned`). Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "rateLimitExceeded": {
                    "summary": "A limit of the plan is exceeded",
                    "value": {
                      "code": "rate_limit_exceeded",
                      "message": "Too many requests: the limit of 60 per minute is exceeded. Retry after 42 seconds.",
                      "status": 429
                    }
                  },
                  "apiKeyBanned": {
                    "summary": "The key kept calling after 429",
                    "value": {
                      "code": "api_key_banned",
                      "message": "The API key is banned because it kept sending requests after 429 responses. Retry after 300 seconds.",
                      "status": 429
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "431": {
            "description": "The header fields are too large, or more than 100.",
            "content": {
              "application/json": {
                "examples": {
                  "headersTooLarge": {
                    "summary": "The header fields are too large",
                    "value": {
                      "code": "headers_too_large",
                      "message": "The header fields are too large.",
                      "status": 431
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "500": {
            "description": "The service failed. A retry may succeed.",
            "content": {
              "application/json": {
                "examples": {
                  "internalError": {
                    "summary": "The service failed",
                    "value": {
                      "code": "internal_error",
                      "message": "An internal error occurred. Please try again later.",
                      "status": 500
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "501": {
            "description": "The body has a `Transfer-Encoding` other than `chunked`.",
            "content": {
              "application/json": {
                "examples": {
                  "notImplemented": {
                    "summary": "The transfer coding is not implemented",
                    "value": {
                      "code": "not_implemented",
                      "message": "The transfer-encoding must be chunked.",
                      "status": 501
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "503": {
            "description": "The service is temporarily unavailable. Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "serviceUnavailable": {
                    "summary": "The service is temporarily unavailable",
                    "value": {
                      "code": "service_unavailable",
                      "message": "The service is temporarily unavailable. Please try again later.",
                      "status": 503
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "505": {
            "description": "The HTTP version is neither 1.1 nor 1.0.",
            "content": {
              "application/json": {
                "examples": {
                  "httpVersionNotSupported": {
                    "summary": "The HTTP version is not supported",
                    "value": {
                      "code": "http_version_not_supported",
                      "message": "The HTTP version must be 1.1 or 1.0.",
                      "status": 505
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          }
        },
        "security": [
          {
            "apiKey": [
              "pets:write"
            ]
          }
        ],
        "x-codeSamples": [
          {
            "lang": "Shell",
            "label": "curl",
            "source": "curl -i \"$BASE_URL/pets\" \\\n  -H \"Authorization: Bearer $API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -H \"Idempotency-Key: 8e03978e-40d5-43e8-bc93-6894a57f9324\" \\\n  -d '{\"name\":\"Rex\",\"categoryId\":7}'"
          },
          {
            "lang": "JavaScript",
            "label": "JavaScript",
            "source": "const response = await fetch(`${process.env.BASE_URL}/pets`, {\n  method: 'POST',\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n    'Content-Type': 'application/json',\n    'Idempotency-Key': crypto.randomUUID(),\n  },\n  body: JSON.stringify({ name: 'Rex', categoryId: 7 }),\n});\nconsole.log(response.status, await response.text());"
          },
          {
            "lang": "Python",
            "label": "Python",
            "source": "import json\nimport os\nimport urllib.request\nimport uuid\n\nrequest = urllib.request.Request(\n    os.environ[\"BASE_URL\"] + \"/pets\",\n    method=\"POST\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n        \"Content-Type\": \"application/json\",\n        \"Idempotency-Key\": str(uuid.uuid4()),\n    },\n    data=json.dumps({\"name\": \"Rex\", \"categoryId\": 7}).encode(),\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, response.read().decode())"
          }
        ]
      }
    },
    "/pets/{petId}": {
      "get": {
        "operationId": "getPet",
        "tags": [
          "pets"
        ],
        "summary": "Get an animal",
        "description": "Returns the animal with this `id`.\n\nThis operation is deprecated and will be removed on 5 December 2030. From that day on, it\nreturns 410. Use `GET /pets` with the `status` filter instead: see\n[Leaving getPet](docs#leaving-getpet).",
        "deprecated": true,
        "x-deprecated-since": "2026-11-21",
        "x-sunset": "2030-12-05",
        "x-successor": "listPets",
        "x-stability": "stable",
        "parameters": [
          {
            "name": "petId",
            "in": "path",
            "required": true,
            "description": "The id of the animal.",
            "schema": {
              "$ref": "#/components/schemas/PetId"
            },
            "example": 42
          }
        ],
        "responses": {
          "200": {
            "description": "The animal.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pet"
                },
                "examples": {
                  "pet": {
                    "summary": "An animal",
                    "value": {
                      "id": 42,
                      "name": "Rex",
                      "categoryId": 7,
                      "status": "available"
                    }
                  }
                }
              }
            },
            "headers": {
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "400": {
            "description": "The `id` is not a 64-bit integer in plain decimal, or a query parameter was sent.",
            "content": {
              "application/json": {
                "examples": {
                  "invalidPetId": {
                    "summary": "The id is not an integer",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "petId must be an integer.",
                      "status": 400
                    }
                  },
                  "unknownParameter": {
                    "summary": "A query parameter is unknown",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "offset is not a known parameter.",
                      "status": 400
                    }
                  },
                  "malformedRequest": {
                    "summary": "A header field appears twice",
                    "value": {
                      "code": "malformed_request",
                      "message": "The header field host must appear only once.",
                      "status": 400
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "401": {
            "description": "The API key is missing or not valid. No other part of the request was checked.",
            "headers": {
              "WWW-Authenticate": {
                "description": "How to authenticate (RFC 6750).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer realm=\"Animal Store\""
              },
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "apiKeyMissing": {
                    "summary": "No API key was sent",
                    "value": {
                      "code": "api_key_missing",
                      "message": "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
                      "status": 401
                    }
                  },
                  "apiKeyInvalid": {
                    "summary": "The API key is unknown, expired or revoked",
                    "value": {
                      "code": "api_key_invalid",
                      "message": "The API key is not valid.",
                      "status": 401
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "403": {
            "description": "The API key does not have the scope that this operation needs. No other part of the request\nwas checked.",
            "headers": {
              "WWW-Authenticate": {
                "description": "The scopes that the operation needs (RFC 6750 section 3.1).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer error=\"insufficient_scope\", scope=\"pets:read\""
              },
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "insufficientScope": {
                    "summary": "The key lacks the scope",
                    "value": {
                      "code": "insufficient_scope",
                      "message": "The API key lacks the scope pets:read.",
                      "status": 403
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "404": {
            "description": "No animal has this id.",
            "content": {
              "application/json": {
                "examples": {
                  "petNotFound": {
                    "summary": "No animal has this id",
                    "value": {
                      "code": "pet_not_found",
                      "message": "No animal has the id 42.",
                      "status": 404
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "405": {
            "description": "The method is not supported here. `Allow` lists those that are.",
            "headers": {
              "Allow": {
                "description": "The methods that are supported here.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "GET, HEAD"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "methodNotAllowed": {
                    "summary": "The method is not supported here",
                    "value": {
                      "code": "method_not_allowed",
                      "message": "DELETE is not supported here.",
                      "status": 405
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "408": {
            "description": "The request took too long to arrive.",
            "content": {
              "application/json": {
                "examples": {
                  "requestTimeout": {
                    "summary": "The request took too long to arrive",
                    "value": {
                      "code": "request_timeout",
                      "message": "The request took too long to arrive.",
                      "status": 408
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "410": {
            "description": "The operation has reached its sunset. The message names its replacement.",
            "content": {
              "application/json": {
                "examples": {
                  "operationRemoved": {
                    "summary": "The operation has reached its sunset",
                    "value": {
                      "code": "operation_removed",
                      "message": "getPet was removed on 2030-12-05: use listPets (GET /v1/pets) instead.",
                      "status": 410
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "429": {
            "description": "A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept\ncalling after 429 (`api_key_banned`). Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "rateLimitExceeded": {
                    "summary": "A limit of the plan is exceeded",
                    "value": {
                      "code": "rate_limit_exceeded",
                      "message": "Too many requests: the limit of 60 per minute is exceeded. Retry after 42 seconds.",
                      "status": 429
                    }
                  },
                  "apiKeyBanned": {
                    "summary": "The key kept calling after 429",
                    "value": {
                      "code": "api_key_banned",
                      "message": "The API key is banned because it kept sending requests after 429 responses. Retry after 300 seconds.",
                      "status": 429
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "431": {
            "description": "The header fields are too large, or more than 100.",
            "content": {
              "application/json": {
                "examples": {
                  "headersTooLarge": {
                    "summary": "The header fields are too large",
                    "value": {
                      "code": "headers_too_large",
                      "message": "The header fields are too large.",
                      "status": 431
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "500": {
            "description": "The service failed. A retry may succeed.",
            "content": {
              "application/json": {
                "examples": {
                  "internalError": {
                    "summary": "The service failed",
                    "value": {
                      "code": "internal_error",
                      "message": "An internal error occurred. Please try again later.",
                      "status": 500
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "501": {
            "description": "The body has a `Transfer-Encoding` other than `chunked`.",
            "content": {
              "application/json": {
                "examples": {
                  "notImplemented": {
                    "summary": "The transfer coding is not implemented",
                    "value": {
                      "code": "not_implemented",
                      "message": "The transfer-encoding must be chunked.",
                      "status": 501
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "503": {
            "description": "The service is temporarily unavailable. Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "serviceUnavailable": {
                    "summary": "The service is temporarily unavailable",
                    "value": {
                      "code": "service_unavailable",
                      "message": "The service is temporarily unavailable. Please try again later.",
                      "status": 503
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "505": {
            "description": "The HTTP version is neither 1.1 nor 1.0.",
            "content": {
              "application/json": {
                "examples": {
                  "httpVersionNotSupported": {
                    "summary": "The HTTP version is not supported",
                    "value": {
                      "code": "http_version_not_supported",
                      "message": "The HTTP version must be 1.1 or 1.0.",
                      "status": 505
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          }
        },
        "security": [
          {
            "apiKey": [
              "pets:read"
            ]
          }
        ],
        "x-codeSamples": [
          {
            "lang": "Shell",
            "label": "curl",
            "source": "curl -i \"$BASE_URL/pets/42\" \\\n  -H \"Authorization: Bearer $API_KEY\""
          },
          {
            "lang": "JavaScript",
            "label": "JavaScript",
            "source": "const response = await fetch(`${process.env.BASE_URL}/pets/42`, {\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n  },\n});\nconsole.log(response.status, await response.text());"
          },
          {
            "lang": "Python",
            "label": "Python",
            "source": "import os\nimport urllib.request\n\nrequest = urllib.request.Request(\n    os.environ[\"BASE_URL\"] + \"/pets/42\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n    },\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, response.read().decode())"
          }
        ]
      }
    },
    "/store/orders": {
      "get": {
        "operationId": "listOrders",
        "tags": [
          "orders"
        ],
        "summary": "List all orders",
        "description": "Returns a page of orders in ascending order of `id`. With `status`, returns only orders with\nthis status. If there are more, `Link` contains the address of the next page. Orders come\nfrom the store's other systems and are read-only here.\n\nThis operation is experimental: it may change or be removed at any time.",
        "x-stability": "experimental",
        "parameters": [
          {
            "name": "limit",
            "in": "query",
            "description": "Maximum number of items to return.",
            "schema": {
              "type": "integer",
              "format": "int32",
              "minimum": 1,
              "maximum": 100,
              "default": 20
            },
            "example": 50
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "Where the page starts. Take it from the `Link` header of the previous page and send it with\nthe same filter. It is opaque: do not build or parse it.",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 128,
              "pattern": "^[A-Za-z0-9_-]*$",
              "x-pattern-message": "was not issued for this list"
            }
          },
          {
            "name": "status",
            "in": "query",
            "description": "Returns only orders with this status.",
            "schema": {
              "$ref": "#/components/schemas/OrderStatus"
            },
            "example": "placed"
          }
        ],
        "responses": {
          "200": {
            "description": "A page of orders.",
            "headers": {
              "Link": {
                "description": "The address of the next page with `rel=\"next\"` (RFC 8288). Absent on the last page.",
                "schema": {
                  "type": "string"
                },
                "example": "</v1/store/orders?limit=20&cursor=AAAAAAAAA-oC2dp6>; rel=\"next\""
              },
              "X-Stability": {
                "description": "How stable the operation is, `beta` or `experimental`. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^(?:beta|experimental)$"
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Orders"
                },
                "examples": {
                  "page": {
                    "summary": "A page of two orders",
                    "value": [
                      {
                        "id": 1001,
                        "petId": 42,
                        "quantity": 1,
                        "status": "placed",
                        "createdAt": "2026-11-21T09:30:00.000Z"
                      },
                      {
                        "id": 1002,
                        "petId": 43,
                        "quantity": 2,
                        "status": "delivered",
                        "createdAt": "2026-11-21T10:15:30.250Z"
                      }
                    ]
                  },
                  "empty": {
                    "summary": "Nothing to list",
                    "value": []
                  }
                }
              }
            }
          },
          "400": {
            "description": "A query parameter is invalid, unknown or sent twice, or the cursor was issued for another list.",
            "content": {
              "application/json": {
                "examples": {
                  "limitTooHigh": {
                    "summary": "The limit is too high",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "limit must be at most 100.",
                      "status": 400
                    }
                  },
                  "repeatedParameter": {
                    "summary": "A query parameter was sent twice",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "status must be sent only once.",
                      "status": 400
                    }
                  },
                  "foreignCursor": {
                    "summary": "The cursor was altered or issued for another list",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "cursor was not issued for this list.",
                      "status": 400
                    }
                  },
                  "unknownParameter": {
                    "summary": "A query parameter is unknown",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "offset is not a known parameter.",
                      "status": 400
                    }
                  },
                  "malformedRequest": {
                    "summary": "A header field appears twice",
                    "value": {
                      "code": "malformed_request",
                      "message": "The header field host must appear only once.",
                      "status": 400
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Stability": {
                "description": "How stable the operation is, `beta` or `experimental`. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^(?:beta|experimental)$"
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "401": {
            "description": "The API key is missing or not valid. No other part of the request was checked.",
            "headers": {
              "WWW-Authenticate": {
                "description": "How to authenticate (RFC 6750).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer realm=\"Animal Store\""
              },
              "X-Stability": {
                "description": "How stable the operation is, `beta` or `experimental`. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^(?:beta|experimental)$"
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "apiKeyMissing": {
                    "summary": "No API key was sent",
                    "value": {
                      "code": "api_key_missing",
                      "message": "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
                      "status": 401
                    }
                  },
                  "apiKeyInvalid": {
                    "summary": "The API key is unknown, expired or revoked",
                    "value": {
                      "code": "api_key_invalid",
                      "message": "The API key is not valid.",
                      "status": 401
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "403": {
            "description": "The API key does not have the scope that this operation needs. No other part of the request\nwas checked.",
            "headers": {
              "WWW-Authenticate": {
                "description": "The scopes that the operation needs (RFC 6750 section 3.1).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer error=\"insufficient_scope\", scope=\"orders:read\""
              },
              "X-Stability": {
                "description": "How stable the operation is, `beta` or `experimental`. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^(?:beta|experimental)$"
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "insufficientScope": {
                    "summary": "The key lacks the scope",
                    "value": {
                      "code": "insufficient_scope",
                      "message": "The API key lacks the scope pets:read.",
                      "status": 403
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "405": {
            "description": "The method is not supported here. `Allow` lists those that are.",
            "headers": {
              "Allow": {
                "description": "The methods that are supported here.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "GET, HEAD"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "methodNotAllowed": {
                    "summary": "The method is not supported here",
                    "value": {
                      "code": "method_not_allowed",
                      "message": "DELETE is not supported here.",
                      "status": 405
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "408": {
            "description": "The request took too long to arrive.",
            "content": {
              "application/json": {
                "examples": {
                  "requestTimeout": {
                    "summary": "The request took too long to arrive",
                    "value": {
                      "code": "request_timeout",
                      "message": "The request took too long to arrive.",
                      "status": 408
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "429": {
            "description": "A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept\ncalling after 429 (`api_key_banned`). Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Stability": {
                "description": "How stable the operation is, `beta` or `experimental`. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^(?:beta|experimental)$"
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "rateLimitExceeded": {
                    "summary": "A limit of the plan is exceeded",
                    "value": {
                      "code": "rate_limit_exceeded",
                      "message": "Too many requests: the limit of 60 per minute is exceeded. Retry after 42 seconds.",
                      "status": 429
                    }
                  },
                  "apiKeyBanned": {
                    "summary": "The key kept calling after 429",
                    "value": {
                      "code": "api_key_banned",
                      "message": "The API key is banned because it kept sending requests after 429 responses. Retry after 300 seconds.",
                      "status": 429
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "431": {
            "description": "The header fields are too large, or more than 100.",
            "content": {
              "application/json": {
                "examples": {
                  "headersTooLarge": {
                    "summary": "The header fields are too large",
                    "value": {
                      "code": "headers_too_large",
                      "message": "The header fields are too large.",
                      "status": 431
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "500": {
            "description": "The service failed. A retry may succeed.",
            "content": {
              "application/json": {
                "examples": {
                  "internalError": {
                    "summary": "The service failed",
                    "value": {
                      "code": "internal_error",
                      "message": "An internal error occurred. Please try again later.",
                      "status": 500
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Stability": {
                "description": "How stable the operation is, `beta` or `experimental`. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^(?:beta|experimental)$"
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "501": {
            "description": "The body has a `Transfer-Encoding` other than `chunked`.",
            "content": {
              "application/json": {
                "examples": {
                  "notImplemented": {
                    "summary": "The transfer coding is not implemented",
                    "value": {
                      "code": "not_implemented",
                      "message": "The transfer-encoding must be chunked.",
                      "status": 501
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          },
          "503": {
            "description": "The service is temporarily unavailable. Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Stability": {
                "description": "How stable the operation is, `beta` or `experimental`. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^(?:beta|experimental)$"
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "serviceUnavailable": {
                    "summary": "The service is temporarily unavailable",
                    "value": {
                      "code": "service_unavailable",
                      "message": "The service is temporarily unavailable. Please try again later.",
                      "status": 503
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "505": {
            "description": "The HTTP version is neither 1.1 nor 1.0.",
            "content": {
              "application/json": {
                "examples": {
                  "httpVersionNotSupported": {
                    "summary": "The HTTP version is not supported",
                    "value": {
                      "code": "http_version_not_supported",
                      "message": "The HTTP version must be 1.1 or 1.0.",
                      "status": 505
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. It is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219260
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=60, \"day\";r=999;t=86400"
              }
            }
          }
        },
        "security": [
          {
            "apiKey": [
              "orders:read"
            ]
          }
        ],
        "x-codeSamples": [
          {
            "lang": "Shell",
            "label": "curl",
            "source": "curl -i \"$BASE_URL/store/orders?limit=50&status=placed\" \\\n  -H \"Authorization: Bearer $API_KEY\""
          },
          {
            "lang": "JavaScript",
            "label": "JavaScript",
            "source": "const response = await fetch(`${process.env.BASE_URL}/store/orders?limit=50&status=placed`, {\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n  },\n});\nconsole.log(response.status, await response.text());"
          },
          {
            "lang": "Python",
            "label": "Python",
            "source": "import os\nimport urllib.request\n\nrequest = urllib.request.Request(\n    os.environ[\"BASE_URL\"] + \"/store/orders?limit=50&status=placed\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n    },\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, response.read().decode())"
          }
        ]
      }
    }
  },
  "components": {
    "securitySchemes": {
      "apiKey": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "ask_…",
        "description": "The API key, sent as `Authorization: Bearer <API_KEY>`.",
        "x-scopes": {
          "pets:read": "list animals, and get one",
          "pets:write": "add animals",
          "orders:read": "list orders"
        }
      }
    },
    "schemas": {
      "PetId": {
        "description": "Unique identifier of an animal, assigned by the service when the animal is added.\nJavaScript's `JSON.parse` rounds it beyond 9,007,199,254,740,991: see\n[64-bit integers](docs#64-bit-integers).",
        "type": "integer",
        "format": "int64"
      },
      "CategoryId": {
        "description": "Identifier of the category that the animal belongs to. It can be any 64-bit integer.\nJavaScript's `JSON.parse` rounds it beyond 9,007,199,254,740,991.",
        "type": "integer",
        "format": "int64"
      },
      "PetName": {
        "description": "The animal's name. Must not contain NUL or an unpaired surrogate.",
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[^\\x00]*$",
        "x-pattern-message": "must not contain NUL"
      },
      "PetStatus": {
        "description": "Sale status.\n\n- `available`: listed as available\n- `pending`: an intermediate availability state\n- `sold`: listed as sold",
        "type": "string",
        "enum": [
          "available",
          "pending",
          "sold"
        ]
      },
      "NewPet": {
        "description": "The animal to add.",
        "type": "object",
        "required": [
          "name",
          "categoryId"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/PetName"
          },
          "categoryId": {
            "$ref": "#/components/schemas/CategoryId"
          },
          "status": {
            "allOf": [
              {
                "$ref": "#/components/schemas/PetStatus"
              }
            ],
            "default": "available"
          }
        },
        "additionalProperties": false
      },
      "Pet": {
        "description": "An animal of the store.",
        "type": "object",
        "required": [
          "id",
          "name",
          "categoryId",
          "status"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/PetId"
          },
          "name": {
            "$ref": "#/components/schemas/PetName"
          },
          "categoryId": {
            "$ref": "#/components/schemas/CategoryId"
          },
          "status": {
            "$ref": "#/components/schemas/PetStatus"
          }
        }
      },
      "Pets": {
        "description": "A page of animals, in ascending order of `id`.",
        "type": "array",
        "maxItems": 100,
        "items": {
          "$ref": "#/components/schemas/Pet"
        }
      },
      "OrderId": {
        "description": "Unique identifier of an order. JavaScript's `JSON.parse` rounds it beyond\n9,007,199,254,740,991.",
        "type": "integer",
        "format": "int64"
      },
      "OrderStatus": {
        "description": "Progress of the order.\n\n- `placed`: received\n- `approved`: accepted by the store\n- `delivered`: handed over",
        "type": "string",
        "enum": [
          "placed",
          "approved",
          "delivered"
        ]
      },
      "Order": {
        "description": "An order for animals.",
        "type": "object",
        "required": [
          "id",
          "petId",
          "quantity",
          "status",
          "createdAt"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/OrderId"
          },
          "petId": {
            "$ref": "#/components/schemas/PetId"
          },
          "quantity": {
            "description": "Number of animals ordered.",
            "type": "integer",
            "format": "int32",
            "minimum": 1
          },
          "status": {
            "$ref": "#/components/schemas/OrderStatus"
          },
          "createdAt": {
            "description": "When the order was placed (RFC 3339).",
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "Orders": {
        "description": "A page of orders, in ascending order of `id`.",
        "type": "array",
        "maxItems": 100,
        "items": {
          "$ref": "#/components/schemas/Order"
        }
      },
      "Error": {
        "description": "The body of every error. New `code` values may appear at any time; existing ones keep\ntheir meaning.",
        "type": "object",
        "required": [
          "code",
          "message",
          "status"
        ],
        "properties": {
          "code": {
            "description": "Machine-readable error code. Treat an unknown code by its `status`.",
            "type": "string",
            "pattern": "^[a-z][a-z0-9_]*$"
          },
          "message": {
            "description": "Human-readable description of the error. Its wording may change.",
            "type": "string"
          },
          "status": {
            "description": "The HTTP status code.",
            "type": "integer",
            "format": "int32",
            "minimum": 400,
            "maximum": 599
          }
        }
      }
    }
  }
} as const;
