// A validator for the bundle, which trusts the contract.

import { replaceRefs } from '@seriousme/openapi-schema-validator/resolve.js';

/**
 * Takes the place of the binder's validator in the bundle. To validate takes 0.2 s of every start,
 * and the contract in the bundle was validated when it was generated.
 */
export class Validator {
  async validate(specification) {
    this.specification = specification;
    this.version = /^\d+\.\d+/.exec(specification.openapi)[0];
    return { valid: true };
  }

  resolveRefs() {
    return replaceRefs(this.specification);
  }
}
