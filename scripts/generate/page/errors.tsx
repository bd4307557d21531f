import type { OperationObject } from '../described/operation-object.ts';
import { divided, type ErrorExample, errorExamples } from '../described/responses.ts';
import { errorAnchor, inOperation, placeAnchor } from './anchors.ts';
import { Html, Name } from './html.tsx';
import { prose } from './prose.ts';
import type { Shared } from './shared.ts';

interface ErrorsProps {
  readonly operation: OperationObject;
  readonly shared: Shared;
}

interface FoundErrors {
  readonly status: string;
  readonly description: string;
  readonly examples: readonly ErrorExample[];
}

/** The errors of an operation. Those that all operations have are folded. */
export function Errors({ operation, shared }: ErrorsProps) {
  const { operationId } = operation;
  const errors = divided(operation).errors.map(([status, response]) => {
    const examples = errorExamples(response);
    const isShared = (example: ErrorExample) => shared.isSharedError(status, example);
    const own = examples.filter((example) => !isShared(example));
    return { status, description: response.description, own, shared: examples.filter(isShared) };
  });
  const own = errors.filter((error) => error.own.length > 0 || error.shared.length === 0);
  const others = errors.filter((error) => error.shared.length > 0);
  return (
    <>
      <ul class="errors">
        {own.map(({ own: examples, ...error }) => (
          <ErrorItem
            key={error.status}
            {...error}
            examples={examples}
            anchor={placeAnchor(inOperation(operationId, error.status))}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <details class="shared-errors">
          <summary>Errors of every operation</summary>
          <ul class="errors">
            {others.map(({ shared: examples, ...error }) => (
              <ErrorItem
                key={error.status}
                {...error}
                examples={examples}
                {...(own.every(({ status }) => status !== error.status) && {
                  anchor: placeAnchor(inOperation(operationId, error.status)),
                })}
              />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface ErrorItemProps extends FoundErrors {
  readonly anchor?: string;
}

function ErrorItem({ anchor, status, description, examples }: ErrorItemProps) {
  return (
    <li {...(anchor && { id: anchor })}>
      <Status status={status} {...(anchor && { anchor })} />
      <div>
        {anchor && <Html html={prose(description)} class="description" />}
        <ul>
          {examples.map(({ summary, value }) => (
            <li key={value}>
              <a href={`#${errorAnchor(value.code)}`}>
                <Name text={value.code} />
              </a>
              {status === 'default' && ` (${value.status})`}
              {summary && `: ${summary}`}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

interface StatusProps {
  readonly status: string;
  readonly anchor?: string;
}

/** A status, which is a link to itself if it has an anchor. */
export function Status({ status, anchor }: StatusProps) {
  const name = `status status-${status.charAt(0)}`;
  if (anchor === undefined) return <span class={name}>{status}</span>;
  return (
    <a class={name} href={`#${anchor}`}>
      {status}
    </a>
  );
}
