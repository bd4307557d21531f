/*
 * What this house asks of its contract beyond Redocly's rules. JavaScript, since Redocly loads it
 * as it is. Each rule visits the parts of the contract by their type, and each message says what to
 * do.
 */

import { ERROR_CODES } from '../../src/contract/error-codes.ts';

export default function houseRules() {
  return {
    id: 'house',
    rules: {
      oas3: {
        ...{ deprecation, examples },
        ...{ 'operation-ids': operationIds, 'version-in-servers': versionInServers },
      },
    },
  };
}

function versionInServers() {
  return {
    Root({ info, servers = [] }, { report, location }) {
      const segment = `/v${String(info?.version).split('.', 1)[0]}`;
      for (const [index, { url }] of servers.entries()) {
        if (String(url).endsWith(segment)) continue;
        const message = `End this address with ${segment}, the major number of \`info.version\`.`;
        report({ message, location: location.child(['servers', index, 'url']) });
      }
    },
  };
}

function operationIds() {
  const first = new Map();
  return {
    Operation({ operationId }, { report, location }) {
      const [path, method] = location.pointer.split('/').slice(-2);
      const name = `${method.toUpperCase()} ${path.replaceAll('~1', '/')}`;
      const other = first.get(operationId);
      first.set(operationId, other ?? name);
      if (other === undefined) return;
      const message = `Choose another operationId: ${other} has this one.`;
      report({ message, location: location.child('operationId') });
    },
  };
}

function deprecation() {
  const operationIds = new Set();
  const deprecated = [];
  return {
    Operation(operation, { report, location }) {
      operationIds.add(operation.operationId);
      if (!operation.deprecated) return;
      deprecated.push({ operation, location });
      if (operation['x-sunset'] >= operation['x-deprecated-since']) return;
      const message = 'Let the `x-sunset` be no earlier than `x-deprecated-since`.';
      report({ message, location: location.child('x-sunset') });
    },
    Root: {
      leave(_root, { report }) {
        const message =
          'Name with `x-successor` the operationId of what replaces this deprecated operation.';
        for (const { operation, location } of deprecated) {
          if (operationIds.has(operation['x-successor'])) continue;
          report({ message, location: location.child('x-successor') });
        }
      },
    },
  };
}

/** The status of a code in the catalogue. */
function statusOf(code) {
  return Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code].status : undefined;
}

/** Reported where the response is written, since the rest of an error's may be added to it. */
function examples() {
  return {
    Parameter({ name, required, example, examples: named = {} }, { report, location }) {
      if (!required || example !== undefined || Object.keys(named).length > 0) return;
      const message = `Give the parameter ${name} an example: samples need it, since it is required.`;
      report({ message, location: location.key() });
    },
    Operation({ operationId, requestBody = {}, responses }, { report, location }) {
      const check = (name, { content = {} }, place) => {
        const values = Object.values(content).flatMap(({ example, examples: named = {} }) => [
          ...(example === undefined ? [] : [example]),
          ...Object.values(named).map(({ value }) => value),
        ]);
        const [status] = /[45]\d\d$/.exec(name) ?? [];
        const isAbsent = values.length === 0 && Object.keys(content).length > 0;
        const isOther = status && values.some((value) => String(value.status) !== status);
        const other = status && values.find(({ code }) => statusOf(code) !== Number(status));
        if (!isAbsent && !isOther && !other) return;
        const wanted = isAbsent ? '`example`, or at least one of `examples`' : `with its status`;
        const code = `not \`${other?.code}\`, but a code of its status in src/contract/error-codes.ts`;
        const said = isAbsent || isOther ? wanted : code;
        const message = `Give the ${name} of ${operationId} an example: ${said}.`;
        report({ message, location: place.key() });
      };
      check('request body', requestBody, location.child('requestBody'));
      for (const [status, response] of Object.entries(responses)) {
        check(`response ${status}`, response, location.child(['responses', status]));
      }
    },
  };
}
