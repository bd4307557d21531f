// The API of the sample service under another major version, as if its contract had changed.

import { modelOf, routeSchemas } from '../../scripts/contract/index.ts';
import { withAccount } from '../../src/platform/account/index.ts';
import { readContract } from '../../src/platform/contract/index.ts';
import { contract as document } from '../platform/service/generated/contract.ts';
import { documentation } from '../platform/service/generated/documentation.ts';
import { createHandlers } from '../platform/service/src/store/index.ts';

/** @param change changes the contract, which is JSON */
export function sampleAs(version: string, change: (json: string) => string = (json) => json) {
  const renamed = <Part>(part: Part): Part => {
    const { version: own } = document.info;
    const json = JSON.stringify(part)
      .replaceAll(/(?<=\/|site:)v1/g, version)
      .replaceAll(`"version":"${own}"`, `"version":"${version.slice(1)}.0.0"`);
    return JSON.parse(json);
  };
  const changed = JSON.parse(change(JSON.stringify(renamed(document))));
  return {
    contract: readContract(changed, routeSchemas(modelOf(changed))),
    documentation: async () => renamed(documentation),
    createHandlers: withAccount(createHandlers),
  };
}
