import type { ComponentChildren } from 'preact';
import type { FoundOperation } from '../described/operations.ts';
import { operationAnchor } from './anchors.ts';
import { Method } from './labels.tsx';

/*
 * The side bar. On a phone it is a popover, which needs no JavaScript.
 */

export function Navigation({ children }: { readonly children: ComponentChildren }) {
  return (
    <nav id="navigation" class="navigation" popover="auto" aria-label="Contents">
      {children}
    </nav>
  );
}

interface GroupProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

export function Group({ title, children }: GroupProps) {
  return (
    <>
      <p class="group" dir="auto">
        {title}
      </p>
      <ul>{children}</ul>
    </>
  );
}

interface SectionGroupProps {
  readonly title: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

export function SectionGroup({ title, sections }: SectionGroupProps) {
  return (
    <Group title={title}>
      {sections.map((section) => (
        <li key={section.id}>
          <a href={`#${section.id}`} dir="auto">
            {section.title}
          </a>
        </li>
      ))}
    </Group>
  );
}

/** With the method, and how long the operation can be relied on. */
export function OperationLink({ operation, method }: FoundOperation) {
  const { operationId, summary, deprecated } = operation;
  const stability = deprecated ? 'deprecated' : operation['x-stability'];
  return (
    <li>
      <a href={`#${operationAnchor(operationId)}`}>
        <Method method={method} /> <span dir="auto">{summary}</span>{' '}
        {stability && <span class={`stability ${stability}`}>{stability}</span>}
      </a>
    </li>
  );
}
