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
    "description": "List the animals of a store, add new ones, and look at the store's orders. Everything is plain\nHTTP with JSON bodies (`application/json`).\n\n## First steps\n\nYou need a base address and an API key; the next two sections tell where they come from. The\nsamples of code in this documentation take both from the environment:\n\n```sh\nexport BASE_URL=http://127.0.0.1:3000/v1\nexport API_KEY=ask_...\n```\n\nAdd an animal. It has a name and belongs to a category: categories are not kept here, so that\nany number will do. The `Idempotency-Key` lets you send the request again when no answer arrives.\n\n```sh\ncurl -i \"$BASE_URL/pets\" \\\n  -H \"Authorization: Bearer $API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -H \"Idempotency-Key: my-first-animal\" \\\n  -d '{\"name\":\"Rex\",\"categoryId\":7}'\n```\n\nThe answer has status 201. Its body is the animal with the `id` that the service has given it:\n\n```json\n{\"id\":1,\"name\":\"Rex\",\"categoryId\":7,\"status\":\"available\"}\n```\n\nRead all animals. They come in pages, and each page tells where the next one is. This program\nreads page after page. When a limit is used up (429), or the service is too busy (503), it waits\nfor as long as it is told, and longer after each further refusal. Save it as `read-all.mjs`, and\nrun it with `node read-all.mjs` (Node.js 20 or later).\n\n```js\nconst headers = { Authorization: `Bearer ${process.env.API_KEY}` };\n\nlet address = `${process.env.BASE_URL}/pets?limit=100`;\nwhile (address) {\n  const response = await read(address);\n  for (const pet of await response.json()) console.log(pet.id, pet.name);\n  const [, next] = /<([^>]+)>; rel=\"next\"/.exec(response.headers.get('Link')) ?? [];\n  address = next && new URL(next, address).href;\n}\n\nasync function read(address) {\n  for (let refusals = 0; ; refusals += 1) {\n    const response = await fetch(address, { headers });\n    if (response.ok) return response;\n    const { code, message } = await response.json();\n    const retryAfter = response.headers.get('Retry-After');\n    if (!retryAfter) throw new Error(`${code}: ${message}`);\n    const seconds = Number(retryAfter) * 2 ** refusals;\n    console.error(`${code}: waiting for ${seconds} seconds`);\n    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));\n  }\n}\n```\n\n## Base addresses\n\nPaths in this document are relative to a base address. Every base address ends in the major\nversion, `/v1`. The list of servers in this document names the addresses that you can use. The\nfirst one is relative to where you read this: at `http://127.0.0.1:3000/docs`, `/v1` stands for\n`http://127.0.0.1:3000/v1`.\n\n## API keys\n\nEvery operation needs an API key, sent as a bearer token:\n\n```http\nAuthorization: Bearer <API_KEY>\n```\n\n- A key begins with `ask_`. You get it from whoever runs the store's service, and it is shown\n  only once: keep it as you would keep a password.\n- A key can be rotated with an overlap in which both the old and the new key work.\n- A key that was revoked is refused everywhere within one second.\n- A missing, unknown, expired or revoked key is answered with 401, before anything else of the\n  request is looked at.\n\n## Plans and limits\n\n| Plan | Requests per minute | Requests per day |\n| --- | ---: | ---: |\n| Free | 60 | 1,000 |\n| Pro | 300 | 10,000 |\n| Business | 1,000 | 100,000 |\n| Enterprise | agreed with you | agreed with you |\n\nBoth limits count at once. Each window is fixed: it opens with the first request counted in it\nand ends one minute, or one day, later. A request that is refused uses up nothing of the other\nwindow. Requests without a valid key share one minute limit per IP address (IPv6: per /64\nnetwork), as high as the Free plan's.\n\nEvery answer tells where you stand:\n\n- `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` show the limit with the\n  least remaining, and on a 429 the one that refuses. The reset is a Unix timestamp in seconds.\n- `RateLimit-Policy` and `RateLimit` show all limits at once, as structured fields (RFC 9651).\n\n### Answers with status 429\n\nBoth kinds carry `Retry-After`, in seconds. Send nothing before it has passed, and wait longer\nafter each further refusal (exponential backoff).\n\n- `rate_limit_exceeded`: a limit is used up. Wait until its window ends.\n- `api_key_banned`: the key kept calling after 429. Ten refused requests within a minute ban a\n  key for 5 minutes; each further ban within a day lasts twice as long as the one before, up to\n  24 hours. `Retry-After` leads to the end of the ban. The operator of the service can choose\n  other values, and can lift a ban.\n\n## Errors\n\nEvery error has the same body, an `Error` with `code`, `message` and `status`. Decide by `code`,\nshow `message` to people, and do not parse it.\n\n| Code | Status | When |\n| --- | ---: | --- |\n| `malformed_request` | 400 | The request, or its address, cannot be read. |\n| `invalid_json` | 400 | The body is not JSON, has the same key twice, or is nested more than 32 levels deep. |\n| `invalid_body` | 400 | The body does not fit its schema, or has a field that is not known. |\n| `invalid_parameter` | 400 | A parameter in path, query or header is wrong, a query parameter is unknown or sent twice, or the cursor is not of this listing. |\n| `api_key_missing` | 401 | No API key was sent. |\n| `api_key_invalid` | 401 | The API key is unknown, expired or revoked. |\n| `pet_not_found` | 404 | No animal has this id. |\n| `path_not_found` | 404 | There is nothing at this path. |\n| `method_not_allowed` | 405 | The path does not have this method. `Allow` lists those it has. |\n| `request_timeout` | 408 | The request took too long to arrive. |\n| `idempotency_key_in_use` | 409 | Another request with this `Idempotency-Key` is under way. Try again after `Retry-After`. |\n| `operation_removed` | 410 | The operation was deprecated and has reached its sunset. |\n| `body_too_large` | 413 | The body is larger than the service accepts. |\n| `unsupported_media_type` | 415 | The body is not `application/json`. |\n| `idempotency_key_reused` | 422 | The `Idempotency-Key` was used with another body. |\n| `rate_limit_exceeded` | 429 | A limit of the plan is used up. |\n| `api_key_banned` | 429 | The key kept calling after 429. |\n| `headers_too_large` | 431 | The header fields are larger than the service accepts. |\n| `internal_error` | 500 | The service failed. Trying again may help. |\n| `service_unavailable` | 503 | The service cannot answer at the moment. Try again after `Retry-After`. |\n\nThe set of codes is open: a new one may appear at any time, an existing one is never renamed or\ngiven another meaning. Treat a code that you do not know by its status.\n\nRequests are read strictly, so that a typo never turns silently into another request. A field or\nquery parameter that is not known, a query parameter sent twice and a value of another type\n(`\"5\"`, `true` or `null` for a number) are errors. Integers in paths and queries are written in\nplain decimal: not `0x10`, `1e1`, `+5`, `05` or `5.0`.\n\n## Request ids\n\nEvery answer carries `X-Request-Id`. Name it when you ask for help: it leads to the request in the\nservice's log. Send the header to choose the id yourself: 1 to 64 letters, digits, `.`, `_` or\n`-`. Anything else is ignored, and the service makes an id of its own.\n\n## Retrying a create\n\nWhen the answer to `POST /pets` does not arrive, nobody can tell whether the animal was added.\nTo be able to send the request again all the same, send a key of your own choice with it from\nthe start, such as a UUID, a new one for every animal:\n\n```http\nIdempotency-Key: 8e03978e-40d5-43e8-bc93-6894a57f9324\n```\n\n- The same key with the same body adds no second animal within 24 hours: it answers 201 with\n  the same animal and the same `Location` as the first time. Bodies are the same when they mean\n  the same: spaces and the order of fields do not matter, and a field that is left out counts\n  as its default.\n- The same key with another body is answered with 422 `idempotency_key_reused`, and adds\n  nothing.\n- While another request with the key is under way, the answer is that request's own, or 409\n  `idempotency_key_in_use` with `Retry-After`.\n- A request that was answered with an error leaves its key unused. After a 500 or 503, or no\n  answer at all, send it again as it was.\n- Keys belong to you, not to your API key: they outlast its rotation, and those of others do not\n  collide with yours. 24 hours after the animal was added the key is forgotten.\n\n## Paging\n\nA listing answers with an array of at most `limit` entries, in ascending order of `id`. When\nthere are more, the answer carries the address of the next page:\n\n```http\nLink: </v1/pets?limit=20&cursor=bGltaXQ6MjA>; rel=\"next\"\n```\n\nFollow that address as it is. The last page has no such header. The cursor in it is opaque: it\nworks only for the listing and the filter that it was issued for.\n\n## Integers of 64 bits\n\nIdentifiers have the format `int64` and are exact over its whole range, in both directions. They\nare JSON numbers. Beyond 9,007,199,254,740,991 the usual JSON parser of JavaScript, among\nothers, rounds them: use one that does not.\n\n## Methods\n\nWherever GET is described, HEAD gives the same answer without its body.\n\n## Caching\n\nNo answer of the API may be kept by a cache (`Cache-Control: no-store`). Further header fields are\nthere for browsers and say nothing about the API: `X-Content-Type-Options`,\n`Content-Security-Policy` and, where the service is published over HTTPS,\n`Strict-Transport-Security`.\n\n## Deprecation\n\nEvery answer of a deprecated operation says since when it is deprecated (`Deprecation`,\nRFC 9745), when it goes (`Sunset`, RFC 8594) and what replaces it (`Link` with\n`rel=\"successor-version\"`). From its sunset on the operation answers 410.\n\n## Stability\n\n`x-stability` tells how far an operation can be relied on:\n\n- `stable`: changes only in ways that break no client that reads tolerantly. Such a client\n  ignores fields and header fields that it does not know, and copes with new error codes.\n- `beta`: meant to stay, details may still change.\n- `experimental`: may change or disappear at any time.\n\nOperations that are not stable also say so with `X-Stability` on every answer.\n\n## Extensions in this document\n\n| Keyword | Where | Meaning |\n| --- | --- | --- |\n| `x-stability` | operation | `stable`, `beta` or `experimental` |\n| `x-deprecated-since` | deprecated operation | the day (UTC) from which it is deprecated |\n| `x-sunset` | deprecated operation | the day (UTC) from which it answers 410 |\n| `x-successor` | deprecated operation | the `operationId` of its replacement |\n| `x-pattern-message` | schema with a `pattern` | what the pattern asks for, in words |\n| `x-codeSamples` | operation | samples of code, which are made from the rest of this document |"
  },
  "externalDocs": {
    "description": "Changelog",
    "url": "docs/changelog"
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
        "description": "Returns a page of animals in ascending order of `id`. With `status`, only animals in that\nstate are listed. If there are more, `Link` contains the address of the next page.",
        "x-stability": "stable",
        "parameters": [
          {
            "name": "limit",
            "in": "query",
            "description": "Maximum number of entries on the page.",
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
            "description": "Where the page begins. Take it from the `Link` of the page before and send it with the same\nfilter. Its content is opaque and may change.",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 128,
              "pattern": "^[A-Za-z0-9_-]*$",
              "x-pattern-message": "is not a cursor of this listing"
            }
          },
          {
            "name": "status",
            "in": "query",
            "description": "Lists only animals in this state.",
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
                "example": "</v1/pets?limit=20&cursor=bGltaXQ6MjA>; rel=\"next\""
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
            "description": "A query parameter is wrong, unknown or sent twice, or the cursor was not issued for this\nlisting.",
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
                    "summary": "The cursor was altered or issued for another listing",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "cursor is not one that this listing issued.",
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
                    "summary": "The address cannot be read",
                    "value": {
                      "code": "malformed_request",
                      "message": "The address of the request is not valid.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "401": {
            "description": "The API key is missing or not valid. Nothing else of the request was looked at.",
            "headers": {
              "WWW-Authenticate": {
                "description": "How to authenticate (RFC 6750).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer"
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
          "405": {
            "description": "The method is not supported at this path. `Allow` lists those that are.",
            "headers": {
              "Allow": {
                "description": "The methods that are supported at this path.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "GET, HEAD, POST"
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "methodNotAllowed": {
                    "summary": "The method is not supported at this path",
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
          "429": {
            "description": "A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it\nkept calling after that (`api_key_banned`). Wait for `Retry-After`.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "rateLimitExceeded": {
                    "summary": "A limit of the plan is exceeded",
                    "value": {
                      "code": "rate_limit_exceeded",
                      "message": "Too many requests: the minute limit of 60 is used up. Retry after 42 seconds.",
                      "status": 429
                    }
                  },
                  "apiKeyBanned": {
                    "summary": "The key kept calling after 429",
                    "value": {
                      "code": "api_key_banned",
                      "message": "The API key is banned because it kept calling after 429. Retry after 300 seconds.",
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
          "500": {
            "description": "The service failed. The cause is not shown.",
            "content": {
              "application/json": {
                "examples": {
                  "internalError": {
                    "summary": "The service failed",
                    "value": {
                      "code": "internal_error",
                      "message": "The service failed to answer. Please try again later.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "serviceUnavailable": {
                    "summary": "The service is temporarily unavailable",
                    "value": {
                      "code": "service_unavailable",
                      "message": "The service cannot answer at the moment. Please try again later.",
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
          "default": {
            "description": "Any other error, such as an unknown path, a request that takes too long or header fields\nthat are too large.",
            "content": {
              "application/json": {
                "examples": {
                  "pathNotFound": {
                    "summary": "There is nothing at this path",
                    "value": {
                      "code": "path_not_found",
                      "message": "There is nothing at this path.",
                      "status": 404
                    }
                  },
                  "requestTimeout": {
                    "summary": "The request took too long to arrive",
                    "value": {
                      "code": "request_timeout",
                      "message": "The request took too long to arrive.",
                      "status": 408
                    }
                  },
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          }
        },
        "x-codeSamples": [
          {
            "lang": "Shell",
            "label": "curl",
            "source": "curl -i \"$BASE_URL/pets?limit=50&status=available\" \\\n  -H \"Authorization: Bearer $API_KEY\""
          },
          {
            "lang": "TypeScript",
            "label": "TypeScript",
            "source": "const response = await fetch(`${process.env.BASE_URL}/pets?limit=50&status=available`, {\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n  },\n});\nconsole.log(response.status, await response.json());"
          },
          {
            "lang": "Python",
            "label": "Python",
            "source": "import json\nimport os\nimport urllib.request\n\nrequest = urllib.request.Request(\n    os.environ[\"BASE_URL\"] + \"/pets?limit=50&status=available\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n    },\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))"
          }
        ]
      },
      "post": {
        "operationId": "createPet",
        "tags": [
          "pets"
        ],
        "summary": "Add an animal",
        "description": "Adds an animal and returns it, including the `id` that the service has assigned. The `id`\ncannot be chosen. Sending the same request twice adds two animals, unless both requests\nhave the same `Idempotency-Key`.",
        "x-stability": "stable",
        "parameters": [
          {
            "name": "Idempotency-Key",
            "in": "header",
            "description": "A key of your own choice, such as a UUID: a new one for every animal. With it, the\nrequest can be sent again within 24 hours without adding a second animal.",
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
          "description": "The animal to add.",
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
            "description": "The animal was added: by this request or, with a repeated `Idempotency-Key`, by the\nfirst one.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
            "description": "The body is missing or is not JSON, a field is missing, wrong or unknown, or the\n`Idempotency-Key` is not valid.",
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
                    "summary": "The address cannot be read",
                    "value": {
                      "code": "malformed_request",
                      "message": "The address of the request is not valid.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "401": {
            "description": "The API key is missing or not valid. Nothing else of the request was looked at.",
            "headers": {
              "WWW-Authenticate": {
                "description": "How to authenticate (RFC 6750).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer"
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
          "405": {
            "description": "The method is not supported at this path. `Allow` lists those that are.",
            "headers": {
              "Allow": {
                "description": "The methods that are supported at this path.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "GET, HEAD, POST"
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "methodNotAllowed": {
                    "summary": "The method is not supported at this path",
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
          "409": {
            "description": "Another request with this `Idempotency-Key` is in progress. Send the request again\nafter `Retry-After`.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
                      "message": "The body is too large.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "415": {
            "description": "The body is not `application/json`.",
            "content": {
              "application/json": {
                "examples": {
                  "unsupportedMediaType": {
                    "summary": "The body is not JSON",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
                      "message": "This Idempotency-Key was used with another body.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "429": {
            "description": "A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it\nkept calling after that (`api_key_banned`). Wait for `Retry-After`.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "rateLimitExceeded": {
                    "summary": "A limit of the plan is exceeded",
                    "value": {
                      "code": "rate_limit_exceeded",
                      "message": "Too many requests: the minute limit of 60 is used up. Retry after 42 seconds.",
                      "status": 429
                    }
                  },
                  "apiKeyBanned": {
                    "summary": "The key kept calling after 429",
                    "value": {
                      "code": "api_key_banned",
                      "message": "The API key is banned because it kept calling after 429. Retry after 300 seconds.",
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
          "500": {
            "description": "The service failed. The cause is not shown.",
            "content": {
              "application/json": {
                "examples": {
                  "internalError": {
                    "summary": "The service failed",
                    "value": {
                      "code": "internal_error",
                      "message": "The service failed to answer. Please try again later.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "serviceUnavailable": {
                    "summary": "The service is temporarily unavailable",
                    "value": {
                      "code": "service_unavailable",
                      "message": "The service cannot answer at the moment. Please try again later.",
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
          "default": {
            "description": "Any other error, such as an unknown path, a request that takes too long or header fields\nthat are too large.",
            "content": {
              "application/json": {
                "examples": {
                  "pathNotFound": {
                    "summary": "There is nothing at this path",
                    "value": {
                      "code": "path_not_found",
                      "message": "There is nothing at this path.",
                      "status": 404
                    }
                  },
                  "requestTimeout": {
                    "summary": "The request took too long to arrive",
                    "value": {
                      "code": "request_timeout",
                      "message": "The request took too long to arrive.",
                      "status": 408
                    }
                  },
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          }
        },
        "x-codeSamples": [
          {
            "lang": "Shell",
            "label": "curl",
            "source": "curl -i \"$BASE_URL/pets\" \\\n  -H \"Authorization: Bearer $API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -H \"Idempotency-Key: $(uuidgen)\" \\\n  -d '{\"name\":\"Rex\",\"categoryId\":7}'"
          },
          {
            "lang": "TypeScript",
            "label": "TypeScript",
            "source": "const response = await fetch(`${process.env.BASE_URL}/pets`, {\n  method: 'POST',\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n    'Content-Type': 'application/json',\n    'Idempotency-Key': crypto.randomUUID(),\n  },\n  body: JSON.stringify({\"name\":\"Rex\",\"categoryId\":7}),\n});\nconsole.log(response.status, await response.json());"
          },
          {
            "lang": "Python",
            "label": "Python",
            "source": "import json\nimport os\nimport urllib.request\nimport uuid\n\nrequest = urllib.request.Request(\n    os.environ[\"BASE_URL\"] + \"/pets\",\n    method=\"POST\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n        \"Content-Type\": \"application/json\",\n        \"Idempotency-Key\": str(uuid.uuid4()),\n    },\n    data=json.dumps({\"name\": \"Rex\", \"categoryId\": 7}).encode(),\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))"
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
        "description": "Returns the animal with this id.\n\nThis operation is deprecated. Use `GET /pets` with its `status` filter instead. From\n5 December 2030 on, the response is 410.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "400": {
            "description": "The id is not a 64-bit integer in plain decimal, or a query parameter was sent.",
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
                    "summary": "The address cannot be read",
                    "value": {
                      "code": "malformed_request",
                      "message": "The address of the request is not valid.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "401": {
            "description": "The API key is missing or not valid. Nothing else of the request was looked at.",
            "headers": {
              "WWW-Authenticate": {
                "description": "How to authenticate (RFC 6750).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer"
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "405": {
            "description": "The method is not supported at this path. `Allow` lists those that are.",
            "headers": {
              "Allow": {
                "description": "The methods that are supported at this path.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "GET, HEAD, POST"
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "methodNotAllowed": {
                    "summary": "The method is not supported at this path",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "429": {
            "description": "A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it\nkept calling after that (`api_key_banned`). Wait for `Retry-After`.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "rateLimitExceeded": {
                    "summary": "A limit of the plan is exceeded",
                    "value": {
                      "code": "rate_limit_exceeded",
                      "message": "Too many requests: the minute limit of 60 is used up. Retry after 42 seconds.",
                      "status": 429
                    }
                  },
                  "apiKeyBanned": {
                    "summary": "The key kept calling after 429",
                    "value": {
                      "code": "api_key_banned",
                      "message": "The API key is banned because it kept calling after 429. Retry after 300 seconds.",
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
          "500": {
            "description": "The service failed. The cause is not shown.",
            "content": {
              "application/json": {
                "examples": {
                  "internalError": {
                    "summary": "The service failed",
                    "value": {
                      "code": "internal_error",
                      "message": "The service failed to answer. Please try again later.",
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "serviceUnavailable": {
                    "summary": "The service is temporarily unavailable",
                    "value": {
                      "code": "service_unavailable",
                      "message": "The service cannot answer at the moment. Please try again later.",
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
          "default": {
            "description": "Any other error, such as an unknown path, a request that takes too long or header fields\nthat are too large.",
            "content": {
              "application/json": {
                "examples": {
                  "pathNotFound": {
                    "summary": "There is nothing at this path",
                    "value": {
                      "code": "path_not_found",
                      "message": "There is nothing at this path.",
                      "status": 404
                    }
                  },
                  "requestTimeout": {
                    "summary": "The request took too long to arrive",
                    "value": {
                      "code": "request_timeout",
                      "message": "The request took too long to arrive.",
                      "status": 408
                    }
                  },
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          }
        },
        "x-codeSamples": [
          {
            "lang": "Shell",
            "label": "curl",
            "source": "curl -i \"$BASE_URL/pets/42\" \\\n  -H \"Authorization: Bearer $API_KEY\""
          },
          {
            "lang": "TypeScript",
            "label": "TypeScript",
            "source": "const response = await fetch(`${process.env.BASE_URL}/pets/42`, {\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n  },\n});\nconsole.log(response.status, await response.json());"
          },
          {
            "lang": "Python",
            "label": "Python",
            "source": "import json\nimport os\nimport urllib.request\n\nrequest = urllib.request.Request(\n    os.environ[\"BASE_URL\"] + \"/pets/42\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n    },\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))"
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
        "description": "Returns a page of orders in ascending order of `id`. With `status`, only orders in that\nstate are listed. If there are more, `Link` contains the address of the next page. Orders\ncome from the store's other systems; this service only shows them.\n\nThis operation is experimental: it may change or disappear at any time.",
        "x-stability": "experimental",
        "parameters": [
          {
            "name": "limit",
            "in": "query",
            "description": "Maximum number of entries on the page.",
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
            "description": "Where the page begins. Take it from the `Link` of the page before and send it with the same\nfilter. Its content is opaque and may change.",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 128,
              "pattern": "^[A-Za-z0-9_-]*$",
              "x-pattern-message": "is not a cursor of this listing"
            }
          },
          {
            "name": "status",
            "in": "query",
            "description": "Lists only orders in this state.",
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
                "example": "</v1/pets?limit=20&cursor=bGltaXQ6MjA>; rel=\"next\""
              },
              "X-Stability": {
                "description": "How far the operation can be relied on. Stable operations do not send it.",
                "required": true,
                "schema": {
                  "type": "string",
                  "enum": [
                    "beta",
                    "experimental"
                  ]
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
            "description": "A query parameter is wrong, unknown or sent twice, or the cursor was not issued for this\nlisting.",
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
                    "summary": "The cursor was altered or issued for another listing",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "cursor is not one that this listing issued.",
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
                    "summary": "The address cannot be read",
                    "value": {
                      "code": "malformed_request",
                      "message": "The address of the request is not valid.",
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
                "description": "How far the operation can be relied on. Stable operations do not send it.",
                "required": true,
                "schema": {
                  "type": "string",
                  "enum": [
                    "beta",
                    "experimental"
                  ]
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "401": {
            "description": "The API key is missing or not valid. Nothing else of the request was looked at.",
            "headers": {
              "WWW-Authenticate": {
                "description": "How to authenticate (RFC 6750).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer"
              },
              "X-Stability": {
                "description": "How far the operation can be relied on. Stable operations do not send it.",
                "required": true,
                "schema": {
                  "type": "string",
                  "enum": [
                    "beta",
                    "experimental"
                  ]
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
          "405": {
            "description": "The method is not supported at this path. `Allow` lists those that are.",
            "headers": {
              "Allow": {
                "description": "The methods that are supported at this path.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "GET, HEAD, POST"
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "methodNotAllowed": {
                    "summary": "The method is not supported at this path",
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
          "429": {
            "description": "A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it\nkept calling after that (`api_key_banned`). Wait for `Retry-After`.",
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
                "description": "How far the operation can be relied on. Stable operations do not send it.",
                "required": true,
                "schema": {
                  "type": "string",
                  "enum": [
                    "beta",
                    "experimental"
                  ]
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "rateLimitExceeded": {
                    "summary": "A limit of the plan is exceeded",
                    "value": {
                      "code": "rate_limit_exceeded",
                      "message": "Too many requests: the minute limit of 60 is used up. Retry after 42 seconds.",
                      "status": 429
                    }
                  },
                  "apiKeyBanned": {
                    "summary": "The key kept calling after 429",
                    "value": {
                      "code": "api_key_banned",
                      "message": "The API key is banned because it kept calling after 429. Retry after 300 seconds.",
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
          "500": {
            "description": "The service failed. The cause is not shown.",
            "content": {
              "application/json": {
                "examples": {
                  "internalError": {
                    "summary": "The service failed",
                    "value": {
                      "code": "internal_error",
                      "message": "The service failed to answer. Please try again later.",
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
                "description": "How far the operation can be relied on. Stable operations do not send it.",
                "required": true,
                "schema": {
                  "type": "string",
                  "enum": [
                    "beta",
                    "experimental"
                  ]
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
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
                "description": "How far the operation can be relied on. Stable operations do not send it.",
                "required": true,
                "schema": {
                  "type": "string",
                  "enum": [
                    "beta",
                    "experimental"
                  ]
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "serviceUnavailable": {
                    "summary": "The service is temporarily unavailable",
                    "value": {
                      "code": "service_unavailable",
                      "message": "The service cannot answer at the moment. Please try again later.",
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
          "default": {
            "description": "Any other error, such as an unknown path, a request that takes too long or header fields\nthat are too large.",
            "content": {
              "application/json": {
                "examples": {
                  "pathNotFound": {
                    "summary": "There is nothing at this path",
                    "value": {
                      "code": "path_not_found",
                      "message": "There is nothing at this path.",
                      "status": 404
                    }
                  },
                  "requestTimeout": {
                    "summary": "The request took too long to arrive",
                    "value": {
                      "code": "request_timeout",
                      "message": "The request took too long to arrive.",
                      "status": 408
                    }
                  },
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
                "description": "Identifies the request, also in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "The request limit of the window with the least remaining; on a 429, of the window that is exceeded.",
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
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "All limits of the caller (IETF draft \"RateLimit header fields for HTTP\"): name, quota `q`\nand window `w` in seconds, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of each limit: name, remaining requests `r` and seconds `t` to the end of\nthe window, as a structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          }
        },
        "x-codeSamples": [
          {
            "lang": "Shell",
            "label": "curl",
            "source": "curl -i \"$BASE_URL/store/orders?limit=50&status=placed\" \\\n  -H \"Authorization: Bearer $API_KEY\""
          },
          {
            "lang": "TypeScript",
            "label": "TypeScript",
            "source": "const response = await fetch(`${process.env.BASE_URL}/store/orders?limit=50&status=placed`, {\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n  },\n});\nconsole.log(response.status, await response.json());"
          },
          {
            "lang": "Python",
            "label": "Python",
            "source": "import json\nimport os\nimport urllib.request\n\nrequest = urllib.request.Request(\n    os.environ[\"BASE_URL\"] + \"/store/orders?limit=50&status=placed\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n    },\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))"
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
        "description": "The API key, sent as `Authorization: Bearer <API_KEY>`."
      }
    },
    "schemas": {
      "PetId": {
        "description": "Identifies an animal. Assigned by the service when the animal is added. A 64-bit integer:\nbeyond 9,007,199,254,740,991 most JavaScript clients round it unless they are told not to.",
        "type": "integer",
        "format": "int64"
      },
      "CategoryId": {
        "description": "Identifies the category that the animal belongs to. A 64-bit integer, like the id of an\nanimal.",
        "type": "integer",
        "format": "int64"
      },
      "PetName": {
        "description": "The animal's name. It must not contain NUL or an unpaired surrogate.",
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[^\\x00]*$",
        "x-pattern-message": "must not contain NUL"
      },
      "PetStatus": {
        "description": "Sale status.\n\n- `available`: listed as available\n- `pending`: an intermediate state\n- `sold`: listed as sold",
        "type": "string",
        "enum": [
          "available",
          "pending",
          "sold"
        ]
      },
      "NewPet": {
        "description": "An animal to add.",
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
        "description": "Identifies an order. A 64-bit integer, like the id of an animal.",
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
            "description": "How many animals are ordered.",
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
        "description": "The body of every error. The set of `code` values is open: new codes may appear at any\ntime, existing ones keep their meaning.",
        "type": "object",
        "required": [
          "code",
          "message",
          "status"
        ],
        "properties": {
          "code": {
            "description": "What went wrong, for programs. Treat a code that you do not know by its `status`.",
            "type": "string",
            "pattern": "^[a-z][a-z0-9_]*$"
          },
          "message": {
            "description": "What went wrong, for people. Its wording may change.",
            "type": "string"
          },
          "status": {
            "description": "The status code of the HTTP response.",
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
