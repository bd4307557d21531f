// The API of this service under another major version, as if its contract had changed.

import { contract as document } from '../../generated/contract.ts';
import { documentation } from '../../generated/documentation.ts';
import { routeSchemas } from '../../generated/route-schemas.ts';
import { readContract } from '../../src/contract/index.ts';
import { createHandlers } from '../../src/handlers/index.ts';

/** @param change changes the contract, which is JSON */
export function storeAs(version: string, change: (json: string) => string = (json) => json) {
  const changed = (part: object) => JSON.parse(change(JSON.stringify(part)));
  const renamed = JSON.parse(JSON.stringify(document).replaceAll('/v1', `/${version}`));
  const info = { ...document.info, version: `${version.slice(1)}.0.0` };
  const contract = readContract(changed({ ...renamed, info }), routeSchemas);
  const documented = JSON.parse(
    JSON.stringify(documentation).replaceAll(/(?<=\/|site:)v1/g, version),
  );
  return { contract, documentation: documented as typeof documentation, createHandlers };
}
