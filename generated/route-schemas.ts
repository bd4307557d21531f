// Made from openapi/ by `npm run generate`. Edit what is there, not this.

import type { RouteSchemas } from '../src/contract/operations.ts';

export const routeSchemas: RouteSchemas = {
  "listPets": {
    "querystring": {
      "type": "object",
      "properties": {
        "limit": {
          "type": "integer",
          "format": "int32",
          "minimum": 1,
          "maximum": 100,
          "default": 20
        },
        "cursor": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[A-Za-z0-9_-]*$",
          "x-pattern-message": "was not issued for this list"
        },
        "status": {
          "type": "string",
          "enum": [
            "available",
            "pending",
            "sold"
          ]
        }
      },
      "required": [],
      "additionalProperties": false
    },
    "response": {
      "200": {
        "type": "array",
        "maxItems": 100,
        "items": {
          "type": "object",
          "required": [
            "id",
            "name",
            "categoryId",
            "status"
          ],
          "properties": {
            "id": {
              "type": "integer",
              "format": "int64"
            },
            "name": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255,
              "pattern": "^[^\\x00]*$",
              "x-pattern-message": "must not contain NUL"
            },
            "categoryId": {
              "type": "integer",
              "format": "int64"
            },
            "status": {
              "type": "string",
              "enum": [
                "available",
                "pending",
                "sold"
              ]
            }
          }
        }
      }
    },
    "responseHeaders": {
      "200": {
        "type": "object",
        "properties": {
          "Link": {
            "type": "string"
          },
          "X-Request-Id": {
            "type": "string",
            "pattern": "^[A-Za-z0-9._-]{1,64}$"
          },
          "X-RateLimit-Limit": {
            "type": "integer",
            "format": "int32",
            "minimum": 0
          },
          "X-RateLimit-Remaining": {
            "type": "integer",
            "format": "int32",
            "minimum": 0
          },
          "X-RateLimit-Reset": {
            "type": "integer",
            "format": "int64",
            "minimum": 0
          },
          "RateLimit-Policy": {
            "type": "string"
          },
          "RateLimit": {
            "type": "string"
          }
        },
        "required": [
          "X-Request-Id",
          "X-RateLimit-Limit",
          "X-RateLimit-Remaining",
          "X-RateLimit-Reset",
          "RateLimit-Policy",
          "RateLimit"
        ]
      }
    },
    "errorHeaders": {
      "400": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "401": {
        "type": "object",
        "properties": {
          "WWW-Authenticate": {
            "type": "string"
          }
        },
        "required": [
          "WWW-Authenticate"
        ]
      },
      "403": {
        "type": "object",
        "properties": {
          "WWW-Authenticate": {
            "type": "string"
          }
        },
        "required": [
          "WWW-Authenticate"
        ]
      },
      "405": {
        "type": "object",
        "properties": {
          "Allow": {
            "type": "string"
          }
        },
        "required": [
          "Allow"
        ]
      },
      "408": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "429": {
        "type": "object",
        "properties": {
          "Retry-After": {
            "type": "integer",
            "format": "int32",
            "minimum": 1
          }
        },
        "required": [
          "Retry-After"
        ]
      },
      "431": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "500": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "501": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "503": {
        "type": "object",
        "properties": {
          "Retry-After": {
            "type": "integer",
            "format": "int32",
            "minimum": 1
          }
        },
        "required": [
          "Retry-After"
        ]
      },
      "505": {
        "type": "object",
        "properties": {},
        "required": []
      }
    }
  },
  "createPet": {
    "querystring": {
      "type": "object",
      "properties": {},
      "required": [],
      "additionalProperties": false
    },
    "headers": {
      "type": "object",
      "properties": {
        "idempotency-key": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[!-~]*$",
          "x-pattern-message": "must contain only visible ASCII characters"
        }
      },
      "required": [],
      "additionalProperties": false
    },
    "body": {
      "type": "object",
      "required": [
        "name",
        "categoryId"
      ],
      "properties": {
        "name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[^\\x00]*$",
          "x-pattern-message": "must not contain NUL"
        },
        "categoryId": {
          "type": "integer",
          "format": "int64"
        },
        "status": {
          "type": "string",
          "enum": [
            "available",
            "pending",
            "sold"
          ],
          "default": "available"
        }
      },
      "additionalProperties": false
    },
    "response": {
      "201": {
        "type": "object",
        "required": [
          "id",
          "name",
          "categoryId",
          "status"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "format": "int64"
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "pattern": "^[^\\x00]*$",
            "x-pattern-message": "must not contain NUL"
          },
          "categoryId": {
            "type": "integer",
            "format": "int64"
          },
          "status": {
            "type": "string",
            "enum": [
              "available",
              "pending",
              "sold"
            ]
          }
        }
      }
    },
    "responseHeaders": {
      "201": {
        "type": "object",
        "properties": {
          "Location": {
            "type": "string",
            "format": "uri-reference"
          },
          "X-Request-Id": {
            "type": "string",
            "pattern": "^[A-Za-z0-9._-]{1,64}$"
          },
          "X-RateLimit-Limit": {
            "type": "integer",
            "format": "int32",
            "minimum": 0
          },
          "X-RateLimit-Remaining": {
            "type": "integer",
            "format": "int32",
            "minimum": 0
          },
          "X-RateLimit-Reset": {
            "type": "integer",
            "format": "int64",
            "minimum": 0
          },
          "RateLimit-Policy": {
            "type": "string"
          },
          "RateLimit": {
            "type": "string"
          }
        },
        "required": [
          "Location",
          "X-Request-Id",
          "X-RateLimit-Limit",
          "X-RateLimit-Remaining",
          "X-RateLimit-Reset",
          "RateLimit-Policy",
          "RateLimit"
        ]
      }
    },
    "errorHeaders": {
      "400": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "401": {
        "type": "object",
        "properties": {
          "WWW-Authenticate": {
            "type": "string"
          }
        },
        "required": [
          "WWW-Authenticate"
        ]
      },
      "403": {
        "type": "object",
        "properties": {
          "WWW-Authenticate": {
            "type": "string"
          }
        },
        "required": [
          "WWW-Authenticate"
        ]
      },
      "405": {
        "type": "object",
        "properties": {
          "Allow": {
            "type": "string"
          }
        },
        "required": [
          "Allow"
        ]
      },
      "408": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "409": {
        "type": "object",
        "properties": {
          "Retry-After": {
            "type": "integer",
            "format": "int32",
            "minimum": 1
          }
        },
        "required": [
          "Retry-After"
        ]
      },
      "413": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "415": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "422": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "429": {
        "type": "object",
        "properties": {
          "Retry-After": {
            "type": "integer",
            "format": "int32",
            "minimum": 1
          }
        },
        "required": [
          "Retry-After"
        ]
      },
      "431": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "500": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "501": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "503": {
        "type": "object",
        "properties": {
          "Retry-After": {
            "type": "integer",
            "format": "int32",
            "minimum": 1
          }
        },
        "required": [
          "Retry-After"
        ]
      },
      "505": {
        "type": "object",
        "properties": {},
        "required": []
      }
    }
  },
  "getPet": {
    "params": {
      "type": "object",
      "properties": {
        "petId": {
          "type": "integer",
          "format": "int64"
        }
      },
      "required": [
        "petId"
      ],
      "additionalProperties": false
    },
    "querystring": {
      "type": "object",
      "properties": {},
      "required": [],
      "additionalProperties": false
    },
    "response": {
      "200": {
        "type": "object",
        "required": [
          "id",
          "name",
          "categoryId",
          "status"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "format": "int64"
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "pattern": "^[^\\x00]*$",
            "x-pattern-message": "must not contain NUL"
          },
          "categoryId": {
            "type": "integer",
            "format": "int64"
          },
          "status": {
            "type": "string",
            "enum": [
              "available",
              "pending",
              "sold"
            ]
          }
        }
      }
    },
    "responseHeaders": {
      "200": {
        "type": "object",
        "properties": {
          "Deprecation": {
            "type": "string",
            "pattern": "^@[0-9]+$"
          },
          "Sunset": {
            "type": "string"
          },
          "Link": {
            "type": "string"
          },
          "X-Request-Id": {
            "type": "string",
            "pattern": "^[A-Za-z0-9._-]{1,64}$"
          },
          "X-RateLimit-Limit": {
            "type": "integer",
            "format": "int32",
            "minimum": 0
          },
          "X-RateLimit-Remaining": {
            "type": "integer",
            "format": "int32",
            "minimum": 0
          },
          "X-RateLimit-Reset": {
            "type": "integer",
            "format": "int64",
            "minimum": 0
          },
          "RateLimit-Policy": {
            "type": "string"
          },
          "RateLimit": {
            "type": "string"
          }
        },
        "required": [
          "Deprecation",
          "Sunset",
          "Link",
          "X-Request-Id",
          "X-RateLimit-Limit",
          "X-RateLimit-Remaining",
          "X-RateLimit-Reset",
          "RateLimit-Policy",
          "RateLimit"
        ]
      }
    },
    "errorHeaders": {
      "400": {
        "type": "object",
        "properties": {
          "Link": {
            "type": "string"
          }
        },
        "required": [
          "Link"
        ]
      },
      "401": {
        "type": "object",
        "properties": {
          "WWW-Authenticate": {
            "type": "string"
          },
          "Link": {
            "type": "string"
          }
        },
        "required": [
          "WWW-Authenticate",
          "Link"
        ]
      },
      "403": {
        "type": "object",
        "properties": {
          "WWW-Authenticate": {
            "type": "string"
          },
          "Link": {
            "type": "string"
          }
        },
        "required": [
          "WWW-Authenticate",
          "Link"
        ]
      },
      "404": {
        "type": "object",
        "properties": {
          "Link": {
            "type": "string"
          }
        },
        "required": [
          "Link"
        ]
      },
      "405": {
        "type": "object",
        "properties": {
          "Allow": {
            "type": "string"
          }
        },
        "required": [
          "Allow"
        ]
      },
      "408": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "410": {
        "type": "object",
        "properties": {
          "Link": {
            "type": "string"
          }
        },
        "required": [
          "Link"
        ]
      },
      "429": {
        "type": "object",
        "properties": {
          "Retry-After": {
            "type": "integer",
            "format": "int32",
            "minimum": 1
          },
          "Link": {
            "type": "string"
          }
        },
        "required": [
          "Retry-After",
          "Link"
        ]
      },
      "431": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "500": {
        "type": "object",
        "properties": {
          "Link": {
            "type": "string"
          }
        },
        "required": [
          "Link"
        ]
      },
      "501": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "503": {
        "type": "object",
        "properties": {
          "Retry-After": {
            "type": "integer",
            "format": "int32",
            "minimum": 1
          },
          "Link": {
            "type": "string"
          }
        },
        "required": [
          "Retry-After",
          "Link"
        ]
      },
      "505": {
        "type": "object",
        "properties": {},
        "required": []
      }
    }
  },
  "listOrders": {
    "querystring": {
      "type": "object",
      "properties": {
        "limit": {
          "type": "integer",
          "format": "int32",
          "minimum": 1,
          "maximum": 100,
          "default": 20
        },
        "cursor": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "pattern": "^[A-Za-z0-9_-]*$",
          "x-pattern-message": "was not issued for this list"
        },
        "status": {
          "type": "string",
          "enum": [
            "placed",
            "approved",
            "delivered"
          ]
        }
      },
      "required": [],
      "additionalProperties": false
    },
    "response": {
      "200": {
        "type": "array",
        "maxItems": 100,
        "items": {
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
              "type": "integer",
              "format": "int64"
            },
            "petId": {
              "type": "integer",
              "format": "int64"
            },
            "quantity": {
              "type": "integer",
              "format": "int32",
              "minimum": 1
            },
            "status": {
              "type": "string",
              "enum": [
                "placed",
                "approved",
                "delivered"
              ]
            },
            "createdAt": {
              "type": "string",
              "format": "date-time"
            }
          }
        }
      }
    },
    "responseHeaders": {
      "200": {
        "type": "object",
        "properties": {
          "Link": {
            "type": "string"
          },
          "X-Stability": {
            "type": "string",
            "pattern": "^(?:beta|experimental)$"
          },
          "X-Request-Id": {
            "type": "string",
            "pattern": "^[A-Za-z0-9._-]{1,64}$"
          },
          "X-RateLimit-Limit": {
            "type": "integer",
            "format": "int32",
            "minimum": 0
          },
          "X-RateLimit-Remaining": {
            "type": "integer",
            "format": "int32",
            "minimum": 0
          },
          "X-RateLimit-Reset": {
            "type": "integer",
            "format": "int64",
            "minimum": 0
          },
          "RateLimit-Policy": {
            "type": "string"
          },
          "RateLimit": {
            "type": "string"
          }
        },
        "required": [
          "X-Stability",
          "X-Request-Id",
          "X-RateLimit-Limit",
          "X-RateLimit-Remaining",
          "X-RateLimit-Reset",
          "RateLimit-Policy",
          "RateLimit"
        ]
      }
    },
    "errorHeaders": {
      "400": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "401": {
        "type": "object",
        "properties": {
          "WWW-Authenticate": {
            "type": "string"
          }
        },
        "required": [
          "WWW-Authenticate"
        ]
      },
      "403": {
        "type": "object",
        "properties": {
          "WWW-Authenticate": {
            "type": "string"
          }
        },
        "required": [
          "WWW-Authenticate"
        ]
      },
      "405": {
        "type": "object",
        "properties": {
          "Allow": {
            "type": "string"
          }
        },
        "required": [
          "Allow"
        ]
      },
      "408": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "429": {
        "type": "object",
        "properties": {
          "Retry-After": {
            "type": "integer",
            "format": "int32",
            "minimum": 1
          }
        },
        "required": [
          "Retry-After"
        ]
      },
      "431": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "500": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "501": {
        "type": "object",
        "properties": {},
        "required": []
      },
      "503": {
        "type": "object",
        "properties": {
          "Retry-After": {
            "type": "integer",
            "format": "int32",
            "minimum": 1
          }
        },
        "required": [
          "Retry-After"
        ]
      },
      "505": {
        "type": "object",
        "properties": {},
        "required": []
      }
    }
  }
};
