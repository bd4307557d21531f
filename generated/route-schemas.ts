// Made from openapi/ by `npm run generate`. Edit what is there, not this.

import type { RouteSchemas } from '../src/platform/schema/route-schemas.ts';

const listPets_200_headers = {
  "type": "object",
  "properties": {
    "ETag": {
      "type": "string",
      "pattern": "^\"[!#-~]*\"$",
      "x-pattern-message": "must be a tag in quotes"
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
    "ETag",
    "X-Request-Id",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "RateLimit-Policy",
    "RateLimit"
  ]
};

const no_headers = {
  "type": "object",
  "properties": {},
  "required": []
};

const WWW_Authenticate_headers = {
  "type": "object",
  "properties": {
    "WWW-Authenticate": {
      "type": "string"
    }
  },
  "required": [
    "WWW-Authenticate"
  ]
};

const Allow_headers = {
  "type": "object",
  "properties": {
    "Allow": {
      "type": "string"
    }
  },
  "required": [
    "Allow"
  ]
};

const Retry_After_headers = {
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
};

const createPet_201_headers = {
  "type": "object",
  "properties": {
    "ETag": {
      "type": "string",
      "pattern": "^\"[!#-~]*\"$",
      "x-pattern-message": "must be a tag in quotes"
    },
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
    "ETag",
    "Location",
    "X-Request-Id",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "RateLimit-Policy",
    "RateLimit"
  ]
};

const createPet_409_Retry_After_headers = {
  "type": "object",
  "properties": {
    "Retry-After": {
      "type": "integer",
      "format": "int32",
      "minimum": 1
    }
  },
  "required": []
};

const getPet_200_headers = {
  "type": "object",
  "properties": {
    "ETag": {
      "type": "string",
      "pattern": "^\"[!#-~]*\"$",
      "x-pattern-message": "must be a tag in quotes"
    },
    "Deprecation": {
      "type": "string",
      "pattern": "^@[0-9]+$",
      "x-pattern-message": "must be @ and a Unix timestamp in seconds"
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
    "ETag",
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
};

const Link_headers = {
  "type": "object",
  "properties": {
    "Link": {
      "type": "string"
    }
  },
  "required": [
    "Link"
  ]
};

const WWW_Authenticate_and_Link_headers = {
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
};

const Retry_After_and_Link_headers = {
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
};

const updatePet_200_headers = {
  "type": "object",
  "properties": {
    "ETag": {
      "type": "string",
      "pattern": "^\"[!#-~]*\"$",
      "x-pattern-message": "must be a tag in quotes"
    },
    "X-Stability": {
      "type": "string",
      "pattern": "^(?:beta|experimental)$",
      "x-pattern-message": "must be beta or experimental"
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
    "ETag",
    "X-Stability",
    "X-Request-Id",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "RateLimit-Policy",
    "RateLimit"
  ]
};

const removePet_204_headers = {
  "type": "object",
  "properties": {
    "X-Stability": {
      "type": "string",
      "pattern": "^(?:beta|experimental)$",
      "x-pattern-message": "must be beta or experimental"
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
};

const listOrders_200_headers = {
  "type": "object",
  "properties": {
    "Link": {
      "type": "string"
    },
    "X-Stability": {
      "type": "string",
      "pattern": "^(?:beta|experimental)$",
      "x-pattern-message": "must be beta or experimental"
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
};

const createKey_201_headers = {
  "type": "object",
  "properties": {
    "Location": {
      "type": "string",
      "format": "uri-reference"
    },
    "X-Stability": {
      "type": "string",
      "pattern": "^(?:beta|experimental)$",
      "x-pattern-message": "must be beta or experimental"
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
    "X-Stability",
    "X-Request-Id",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "RateLimit-Policy",
    "RateLimit"
  ]
};

const Location_headers = {
  "type": "object",
  "properties": {
    "Location": {
      "type": "string",
      "format": "uri-reference"
    }
  },
  "required": []
};

export const routeSchemas: RouteSchemas = {
  "listPets": {
    "about": {
      "method": "GET",
      "path": "/pets",
      "parameters": [
        {
          "name": "limit",
          "in": "query"
        },
        {
          "name": "cursor",
          "in": "query"
        },
        {
          "name": "status",
          "in": "query"
        },
        {
          "name": "id",
          "in": "query"
        },
        {
          "name": "If-None-Match",
          "in": "header"
        }
      ],
      "responseHeaders": [
        "ETag",
        "Link",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [
        "pets:read"
      ],
      "hasReserve": false,
      "stability": "stable"
    },
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
          "maxLength": 2048,
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
        },
        "id": {
          "type": "array",
          "minItems": 1,
          "maxItems": 100,
          "items": {
            "type": "integer",
            "format": "int64"
          }
        }
      },
      "required": [],
      "additionalProperties": false
    },
    "headers": {
      "type": "object",
      "properties": {
        "if-none-match": {
          "type": "string",
          "minLength": 1,
          "maxLength": 4096,
          "pattern": "^(?![\\t ,]*$)(?:\\*|(?:[\\t ,]|(?:W/)?\"[!#-~\\x80-\\xff]*\"(?![\\t ]*[^\\t ,]))+)$",
          "x-pattern-message": "must be * or tags in quotes, with commas between them"
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
      "200": listPets_200_headers
    },
    "errorHeaders": {
      "400": no_headers,
      "401": WWW_Authenticate_headers,
      "403": WWW_Authenticate_headers,
      "405": Allow_headers,
      "408": no_headers,
      "429": Retry_After_headers,
      "431": no_headers,
      "500": no_headers,
      "501": no_headers,
      "503": Retry_After_headers,
      "505": no_headers
    }
  },
  "createPet": {
    "about": {
      "method": "POST",
      "path": "/pets",
      "parameters": [
        {
          "name": "Idempotency-Key",
          "in": "header"
        }
      ],
      "requestBody": {
        "isRequired": true
      },
      "responseHeaders": [
        "ETag",
        "Location",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [
        "pets:write"
      ],
      "hasReserve": false,
      "stability": "stable"
    },
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
      "201": createPet_201_headers
    },
    "errorHeaders": {
      "400": no_headers,
      "401": WWW_Authenticate_headers,
      "403": WWW_Authenticate_headers,
      "405": Allow_headers,
      "408": no_headers,
      "409": createPet_409_Retry_After_headers,
      "413": no_headers,
      "415": no_headers,
      "422": no_headers,
      "429": Retry_After_headers,
      "431": no_headers,
      "500": no_headers,
      "501": no_headers,
      "503": Retry_After_headers,
      "505": no_headers
    }
  },
  "getPet": {
    "about": {
      "method": "GET",
      "path": "/pets/{petId}",
      "parameters": [
        {
          "name": "petId",
          "in": "path"
        },
        {
          "name": "If-None-Match",
          "in": "header"
        }
      ],
      "responseHeaders": [
        "ETag",
        "Deprecation",
        "Sunset",
        "Link",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [
        "pets:read"
      ],
      "hasReserve": false,
      "stability": "stable",
      "deprecation": {
        "since": "2026-11-21",
        "sunset": "2030-12-05",
        "successor": "listPets"
      }
    },
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
    "headers": {
      "type": "object",
      "properties": {
        "if-none-match": {
          "type": "string",
          "minLength": 1,
          "maxLength": 4096,
          "pattern": "^(?![\\t ,]*$)(?:\\*|(?:[\\t ,]|(?:W/)?\"[!#-~\\x80-\\xff]*\"(?![\\t ]*[^\\t ,]))+)$",
          "x-pattern-message": "must be * or tags in quotes, with commas between them"
        }
      },
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
      "200": getPet_200_headers
    },
    "errorHeaders": {
      "400": Link_headers,
      "401": WWW_Authenticate_and_Link_headers,
      "403": WWW_Authenticate_and_Link_headers,
      "404": Link_headers,
      "405": Allow_headers,
      "408": no_headers,
      "410": Link_headers,
      "429": Retry_After_and_Link_headers,
      "431": no_headers,
      "500": Link_headers,
      "501": no_headers,
      "503": Retry_After_and_Link_headers,
      "505": no_headers
    }
  },
  "updatePet": {
    "about": {
      "method": "PATCH",
      "path": "/pets/{petId}",
      "parameters": [
        {
          "name": "petId",
          "in": "path"
        },
        {
          "name": "If-Match",
          "in": "header"
        }
      ],
      "requestBody": {
        "isRequired": true
      },
      "responseHeaders": [
        "ETag",
        "X-Stability",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [
        "pets:manage"
      ],
      "hasReserve": false,
      "stability": "beta"
    },
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
    "headers": {
      "type": "object",
      "properties": {
        "if-match": {
          "type": "string",
          "minLength": 1,
          "maxLength": 4096,
          "pattern": "^(?![\\t ,]*$)(?:\\*|(?:[\\t ,]|(?:W/)?\"[!#-~\\x80-\\xff]*\"(?![\\t ]*[^\\t ,]))+)$",
          "x-pattern-message": "must be * or tags in quotes, with commas between them"
        }
      },
      "required": [],
      "additionalProperties": false
    },
    "body": {
      "type": "object",
      "minProperties": 1,
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
          ]
        }
      },
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
      "200": updatePet_200_headers
    },
    "errorHeaders": {
      "400": no_headers,
      "401": WWW_Authenticate_headers,
      "403": WWW_Authenticate_headers,
      "404": no_headers,
      "405": Allow_headers,
      "408": no_headers,
      "412": no_headers,
      "413": no_headers,
      "415": no_headers,
      "429": Retry_After_headers,
      "431": no_headers,
      "500": no_headers,
      "501": no_headers,
      "503": Retry_After_headers,
      "505": no_headers
    }
  },
  "removePet": {
    "about": {
      "method": "DELETE",
      "path": "/pets/{petId}",
      "parameters": [
        {
          "name": "petId",
          "in": "path"
        },
        {
          "name": "If-Match",
          "in": "header"
        }
      ],
      "responseHeaders": [
        "X-Stability",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [
        "pets:manage"
      ],
      "hasReserve": false,
      "stability": "beta"
    },
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
    "headers": {
      "type": "object",
      "properties": {
        "if-match": {
          "type": "string",
          "minLength": 1,
          "maxLength": 4096,
          "pattern": "^(?![\\t ,]*$)(?:\\*|(?:[\\t ,]|(?:W/)?\"[!#-~\\x80-\\xff]*\"(?![\\t ]*[^\\t ,]))+)$",
          "x-pattern-message": "must be * or tags in quotes, with commas between them"
        }
      },
      "required": [],
      "additionalProperties": false
    },
    "response": {},
    "responseHeaders": {
      "204": removePet_204_headers
    },
    "errorHeaders": {
      "400": no_headers,
      "401": WWW_Authenticate_headers,
      "403": WWW_Authenticate_headers,
      "404": no_headers,
      "405": Allow_headers,
      "408": no_headers,
      "409": no_headers,
      "412": no_headers,
      "429": Retry_After_headers,
      "431": no_headers,
      "500": no_headers,
      "501": no_headers,
      "503": Retry_After_headers,
      "505": no_headers
    }
  },
  "listOrders": {
    "about": {
      "method": "GET",
      "path": "/store/orders",
      "parameters": [
        {
          "name": "limit",
          "in": "query"
        },
        {
          "name": "cursor",
          "in": "query"
        },
        {
          "name": "status",
          "in": "query"
        }
      ],
      "responseHeaders": [
        "Link",
        "X-Stability",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [
        "orders:read"
      ],
      "hasReserve": false,
      "stability": "experimental"
    },
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
          "maxLength": 2048,
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
      "200": listOrders_200_headers
    },
    "errorHeaders": {
      "400": no_headers,
      "401": WWW_Authenticate_headers,
      "403": WWW_Authenticate_headers,
      "405": Allow_headers,
      "408": no_headers,
      "429": Retry_After_headers,
      "431": no_headers,
      "500": no_headers,
      "501": no_headers,
      "503": Retry_After_headers,
      "505": no_headers
    }
  },
  "getAccount": {
    "about": {
      "method": "GET",
      "path": "/account",
      "parameters": [],
      "responseHeaders": [
        "X-Stability",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [],
      "hasReserve": true,
      "stability": "beta"
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
          "name",
          "plan",
          "limits",
          "key"
        ],
        "properties": {
          "name": {
            "type": "string"
          },
          "plan": {
            "type": "string",
            "enum": [
              "free",
              "pro",
              "business",
              "enterprise"
            ]
          },
          "limits": {
            "type": "object",
            "required": [
              "perMinute",
              "perDay"
            ],
            "properties": {
              "perMinute": {
                "type": "integer",
                "format": "int32"
              },
              "perDay": {
                "type": "integer",
                "format": "int32"
              }
            }
          },
          "key": {
            "type": "object",
            "required": [
              "id",
              "hint",
              "name",
              "scopes",
              "createdAt",
              "expiresAt"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "format": "int64"
              },
              "hint": {
                "type": "string"
              },
              "name": {
                "type": "string"
              },
              "scopes": {
                "type": [
                  "array",
                  "null"
                ],
                "items": {
                  "type": "string"
                }
              },
              "createdAt": {
                "type": "string",
                "format": "date-time"
              },
              "expiresAt": {
                "type": [
                  "string",
                  "null"
                ],
                "format": "date-time"
              }
            }
          }
        }
      }
    },
    "responseHeaders": {
      "200": removePet_204_headers
    },
    "errorHeaders": {
      "400": no_headers,
      "401": WWW_Authenticate_headers,
      "405": Allow_headers,
      "408": no_headers,
      "429": Retry_After_headers,
      "431": no_headers,
      "500": no_headers,
      "501": no_headers,
      "503": Retry_After_headers,
      "505": no_headers
    }
  },
  "listUsage": {
    "about": {
      "method": "GET",
      "path": "/account/usage",
      "parameters": [
        {
          "name": "limit",
          "in": "query"
        },
        {
          "name": "cursor",
          "in": "query"
        },
        {
          "name": "from",
          "in": "query"
        },
        {
          "name": "to",
          "in": "query"
        },
        {
          "name": "keyId",
          "in": "query"
        }
      ],
      "responseHeaders": [
        "Link",
        "X-Stability",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [
        "account:read"
      ],
      "hasReserve": false,
      "stability": "beta"
    },
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
          "maxLength": 2048,
          "pattern": "^[A-Za-z0-9_-]*$",
          "x-pattern-message": "was not issued for this list"
        },
        "from": {
          "type": "string",
          "format": "date"
        },
        "to": {
          "type": "string",
          "format": "date"
        },
        "keyId": {
          "type": "integer",
          "format": "int32"
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
            "day",
            "operation",
            "requests",
            "clientErrors",
            "serverErrors"
          ],
          "properties": {
            "day": {
              "type": "string",
              "format": "date"
            },
            "operation": {
              "type": "string"
            },
            "requests": {
              "type": "integer",
              "format": "int64"
            },
            "clientErrors": {
              "type": "integer",
              "format": "int64"
            },
            "serverErrors": {
              "type": "integer",
              "format": "int64"
            }
          }
        }
      }
    },
    "responseHeaders": {
      "200": listOrders_200_headers
    },
    "errorHeaders": {
      "400": no_headers,
      "401": WWW_Authenticate_headers,
      "403": WWW_Authenticate_headers,
      "404": no_headers,
      "405": Allow_headers,
      "408": no_headers,
      "429": Retry_After_headers,
      "431": no_headers,
      "500": no_headers,
      "501": no_headers,
      "503": Retry_After_headers,
      "505": no_headers
    }
  },
  "listKeys": {
    "about": {
      "method": "GET",
      "path": "/account/keys",
      "parameters": [
        {
          "name": "limit",
          "in": "query"
        },
        {
          "name": "cursor",
          "in": "query"
        },
        {
          "name": "state",
          "in": "query"
        }
      ],
      "responseHeaders": [
        "Link",
        "X-Stability",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [
        "account:read"
      ],
      "hasReserve": true,
      "stability": "beta"
    },
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
          "maxLength": 2048,
          "pattern": "^[A-Za-z0-9_-]*$",
          "x-pattern-message": "was not issued for this list"
        },
        "state": {
          "type": "string",
          "enum": [
            "usable",
            "ended",
            "all"
          ],
          "default": "usable"
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
            "hint",
            "name",
            "state",
            "scopes",
            "createdAt",
            "createdBy",
            "expiresAt",
            "lastUsedAt"
          ],
          "properties": {
            "id": {
              "type": "integer",
              "format": "int64"
            },
            "hint": {
              "type": "string"
            },
            "name": {
              "type": "string"
            },
            "state": {
              "type": "string",
              "enum": [
                "active",
                "rotating",
                "banned",
                "disabled",
                "expired",
                "revoked"
              ]
            },
            "scopes": {
              "type": [
                "array",
                "null"
              ],
              "items": {
                "type": "string"
              }
            },
            "createdAt": {
              "type": "string",
              "format": "date-time"
            },
            "createdBy": {
              "type": [
                "integer",
                "null"
              ],
              "format": "int64"
            },
            "expiresAt": {
              "type": [
                "string",
                "null"
              ],
              "format": "date-time"
            },
            "lastUsedAt": {
              "type": [
                "string",
                "null"
              ],
              "format": "date-time"
            }
          }
        }
      }
    },
    "responseHeaders": {
      "200": listOrders_200_headers
    },
    "errorHeaders": {
      "400": no_headers,
      "401": WWW_Authenticate_headers,
      "403": WWW_Authenticate_headers,
      "405": Allow_headers,
      "408": no_headers,
      "429": Retry_After_headers,
      "431": no_headers,
      "500": no_headers,
      "501": no_headers,
      "503": Retry_After_headers,
      "505": no_headers
    }
  },
  "createKey": {
    "about": {
      "method": "POST",
      "path": "/account/keys",
      "parameters": [
        {
          "name": "Idempotency-Key",
          "in": "header"
        }
      ],
      "requestBody": {
        "isRequired": true
      },
      "responseHeaders": [
        "Location",
        "X-Stability",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [
        "account:write"
      ],
      "hasReserve": false,
      "stability": "beta"
    },
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
        "name"
      ],
      "properties": {
        "name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100,
          "pattern": "^ *[^\\x00-\\x20\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$",
          "x-pattern-message": "must not be blank or contain control characters"
        },
        "scopes": {
          "type": "array",
          "maxItems": 20,
          "items": {
            "type": "string",
            "maxLength": 100
          }
        },
        "expiresAt": {
          "type": "string",
          "format": "date-time"
        }
      },
      "additionalProperties": false
    },
    "response": {
      "201": {
        "type": "object",
        "required": [
          "id",
          "hint",
          "name",
          "state",
          "scopes",
          "createdAt",
          "createdBy",
          "expiresAt",
          "lastUsedAt",
          "key"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "format": "int64"
          },
          "hint": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "state": {
            "type": "string",
            "enum": [
              "active",
              "rotating",
              "banned",
              "disabled",
              "expired",
              "revoked"
            ]
          },
          "scopes": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "string"
            }
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          },
          "createdBy": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64"
          },
          "expiresAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "lastUsedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "key": {
            "type": "string"
          }
        }
      }
    },
    "responseHeaders": {
      "201": createKey_201_headers
    },
    "errorHeaders": {
      "400": no_headers,
      "401": WWW_Authenticate_headers,
      "403": WWW_Authenticate_headers,
      "405": Allow_headers,
      "408": no_headers,
      "409": Location_headers,
      "413": no_headers,
      "415": no_headers,
      "422": no_headers,
      "429": Retry_After_headers,
      "431": no_headers,
      "500": no_headers,
      "501": no_headers,
      "503": Retry_After_headers,
      "505": no_headers
    }
  },
  "getKey": {
    "about": {
      "method": "GET",
      "path": "/account/keys/{keyId}",
      "parameters": [
        {
          "name": "keyId",
          "in": "path"
        }
      ],
      "responseHeaders": [
        "X-Stability",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [
        "account:read"
      ],
      "hasReserve": true,
      "stability": "beta"
    },
    "params": {
      "type": "object",
      "properties": {
        "keyId": {
          "type": "integer",
          "format": "int32"
        }
      },
      "required": [
        "keyId"
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
          "hint",
          "name",
          "state",
          "scopes",
          "createdAt",
          "createdBy",
          "expiresAt",
          "lastUsedAt"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "format": "int64"
          },
          "hint": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "state": {
            "type": "string",
            "enum": [
              "active",
              "rotating",
              "banned",
              "disabled",
              "expired",
              "revoked"
            ]
          },
          "scopes": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "string"
            }
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          },
          "createdBy": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64"
          },
          "expiresAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "lastUsedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          }
        }
      }
    },
    "responseHeaders": {
      "200": removePet_204_headers
    },
    "errorHeaders": {
      "400": no_headers,
      "401": WWW_Authenticate_headers,
      "403": WWW_Authenticate_headers,
      "404": no_headers,
      "405": Allow_headers,
      "408": no_headers,
      "429": Retry_After_headers,
      "431": no_headers,
      "500": no_headers,
      "501": no_headers,
      "503": Retry_After_headers,
      "505": no_headers
    }
  },
  "revokeKey": {
    "about": {
      "method": "DELETE",
      "path": "/account/keys/{keyId}",
      "parameters": [
        {
          "name": "keyId",
          "in": "path"
        },
        {
          "name": "withCreated",
          "in": "query"
        }
      ],
      "responseHeaders": [
        "X-Stability",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [
        "account:write"
      ],
      "hasReserve": true,
      "stability": "beta"
    },
    "params": {
      "type": "object",
      "properties": {
        "keyId": {
          "type": "integer",
          "format": "int32"
        }
      },
      "required": [
        "keyId"
      ],
      "additionalProperties": false
    },
    "querystring": {
      "type": "object",
      "properties": {
        "withCreated": {
          "type": "boolean",
          "default": false
        }
      },
      "required": [],
      "additionalProperties": false
    },
    "response": {},
    "responseHeaders": {
      "204": removePet_204_headers
    },
    "errorHeaders": {
      "400": no_headers,
      "401": WWW_Authenticate_headers,
      "403": WWW_Authenticate_headers,
      "404": no_headers,
      "405": Allow_headers,
      "408": no_headers,
      "429": Retry_After_headers,
      "431": no_headers,
      "500": no_headers,
      "501": no_headers,
      "503": Retry_After_headers,
      "505": no_headers
    }
  },
  "rotateKey": {
    "about": {
      "method": "POST",
      "path": "/account/keys/{keyId}/rotation",
      "parameters": [
        {
          "name": "keyId",
          "in": "path"
        }
      ],
      "requestBody": {
        "isRequired": true
      },
      "responseHeaders": [
        "Location",
        "X-Stability",
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
        "WWW-Authenticate",
        "Allow",
        "Retry-After"
      ],
      "needsKey": true,
      "scopes": [
        "account:write"
      ],
      "hasReserve": true,
      "stability": "beta"
    },
    "params": {
      "type": "object",
      "properties": {
        "keyId": {
          "type": "integer",
          "format": "int32"
        }
      },
      "required": [
        "keyId"
      ],
      "additionalProperties": false
    },
    "querystring": {
      "type": "object",
      "properties": {},
      "required": [],
      "additionalProperties": false
    },
    "body": {
      "type": "object",
      "required": [
        "overlapSeconds"
      ],
      "properties": {
        "overlapSeconds": {
          "type": "integer",
          "format": "int32",
          "minimum": 0,
          "maximum": 604800
        }
      },
      "additionalProperties": false
    },
    "response": {
      "201": {
        "type": "object",
        "required": [
          "id",
          "hint",
          "name",
          "state",
          "scopes",
          "createdAt",
          "createdBy",
          "expiresAt",
          "lastUsedAt",
          "key"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "format": "int64"
          },
          "hint": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "state": {
            "type": "string",
            "enum": [
              "active",
              "rotating",
              "banned",
              "disabled",
              "expired",
              "revoked"
            ]
          },
          "scopes": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "string"
            }
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          },
          "createdBy": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64"
          },
          "expiresAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "lastUsedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "key": {
            "type": "string"
          }
        }
      }
    },
    "responseHeaders": {
      "201": createKey_201_headers
    },
    "errorHeaders": {
      "400": no_headers,
      "401": WWW_Authenticate_headers,
      "403": WWW_Authenticate_headers,
      "404": no_headers,
      "405": Allow_headers,
      "408": no_headers,
      "409": no_headers,
      "413": no_headers,
      "415": no_headers,
      "429": Retry_After_headers,
      "431": no_headers,
      "500": no_headers,
      "501": no_headers,
      "503": Retry_After_headers,
      "505": no_headers
    }
  }
};
