import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { contractTypes } from '../generate/contract.ts';
import type { Json } from '../generate/json.ts';

/*
 * Compiles the types that are generated for contracts, with handlers of every operation, in one run of
 * the compiler.
 */

const FOLDER = join(process.cwd(), 'generated', 'fuzz');

/** Every operation has a handler whose request and result have types. */
const HANDLERS = `import type { Handlers, OperationRequest, Result } from '../../src/contract/handler.ts';
import type { operations } from './TYPES';

type IsNever<T> = [T] extends [never] ? true : false;
/** The names of operations that cannot be served. */
type Unserved = {
  [Id in keyof operations]: true extends
    | IsNever<Result<operations[Id]>>
    | IsNever<OperationRequest<operations[Id]>['body']>
    ? Id
    : never;
}[keyof operations];

export const unserved: Unserved[] = [] satisfies never[] as never[];
export const none: IsNever<Unserved> = true;
export declare const handlers: Handlers<operations>;
`;

/** @returns for each contract what the compiler says, in one line each */
export async function compileAll(documents: readonly object[]): Promise<string[][]> {
  const files = new Map<string, string>();
  for (const [index, document] of documents.entries()) {
    files.set(join(FOLDER, `${index}.ts`), await contractTypes(document as Json));
    files.set(join(FOLDER, `${index}.handlers.ts`), HANDLERS.replace('TYPES', `${index}.ts`));
  }
  const program = ts.createProgram([...files.keys()], options(), hostOf(files));
  const found = ts.getPreEmitDiagnostics(program);
  return documents.map((_, index) =>
    found
      .filter(({ file }) => file?.fileName.startsWith(`${FOLDER}/${index}.`))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  );
}

function options(): ts.CompilerOptions {
  const { config } = ts.parseConfigFileTextToJson('', readFileSync('tsconfig.json', 'utf8'));
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const { incremental: _, tsBuildInfoFile: __, ...rest } = parsed.options;
  return rest;
}

/** Files in memory before those on disk. */
function hostOf(files: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(options());
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  return {
    ...host,
    directoryExists: (name) => name === FOLDER || (directoryExists?.(name) ?? true),
    fileExists: (name) => files.has(name) || fileExists(name),
    readFile: (name) => files.get(name) ?? readFile(name),
    getSourceFile: (name, language, ...rest) => {
      const text = files.get(name);
      return text === undefined
        ? getSourceFile(name, language, ...rest)
        : ts.createSourceFile(name, text, language);
    },
  };
}
