import type { OperationObject } from '../described/operation-object.ts';
import { operationAnchor } from './anchors.ts';

/*
 * What is said of an operation in a word or two.
 */

export function Method({ method }: { readonly method: string }) {
  return <span class={`method method-${method}`}>{method.toUpperCase()}</span>;
}

interface LabelProps {
  readonly operation: OperationObject;
}

export function Stability({ operation }: LabelProps) {
  const stability = operation['x-stability'];
  return stability ? <span class={`label ${stability}`}>{stability}</span> : null;
}

export function Deprecation({ operation }: LabelProps) {
  const { deprecated, 'x-sunset': sunset, 'x-successor': successor } = operation;
  if (!deprecated) return null;
  return (
    <>
      <span class="label deprecated">deprecated</span>
      {sunset && <span>Will be removed on {formatDay(sunset)}.</span>}
      {successor && (
        <span>
          Use <a href={`#${operationAnchor(successor)}`}>{successor}</a> instead.
        </span>
      )}
    </>
  );
}

/** A day of the contract in words: 2030-12-05 becomes 5 December 2030. */
function formatDay(day: string): string {
  const style = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(day).toLocaleDateString('en-GB', style);
}
