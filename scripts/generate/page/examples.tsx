import type { OperationObject } from '../described/operation-object.ts';
import {
  type DescribedMedia,
  describeContent,
  exampleLanguage,
  exampleText,
} from '../described/responses.ts';
import type { Schemas } from '../schemas.ts';
import { Code, CopyButton } from './code.tsx';

interface ExamplesProps {
  readonly operation: OperationObject;
  readonly schemas: Schemas;
}

/** Examples of an operation's responses, of which those of one status are shown at a time. */
export function ResponseExamples({ operation, schemas }: ExamplesProps) {
  const { operationId, responses } = operation;
  const found = Object.entries(responses).map(([status, { description, content = {} }]) => ({
    status,
    description,
    content: describeContent(content, schemas, 'response'),
  }));
  return (
    <fieldset class="code examples">
      <legend class="code-label">Example responses</legend>
      {found.map(({ status, content }, i) => (
        <StatusExamples
          key={status}
          group={operationId}
          status={status}
          content={content}
          isFirst={i === 0}
        />
      ))}
    </fieldset>
  );
}

interface StatusProps {
  readonly group: string;
  readonly status: string;
  readonly content: readonly DescribedMedia[];
  readonly isFirst: boolean;
}

function StatusExamples({ group, status, content, isFirst }: StatusProps) {
  const id = `${group}-${status}-examples`;
  return (
    <>
      <input type="radio" name={`${group}-examples`} id={id} defaultChecked={isFirst} />
      <label class={`status status-${status.charAt(0)}`} for={id}>
        {status}
      </label>
      <div class="status-examples">
        {content.length === 0 && <p class="note">No body.</p>}
        {content.flatMap(({ mediaType, examples }) =>
          examples.map(({ summary = mediaType, value }) => (
            <div key={value} class="example">
              <div class="example-bar">
                <span>{summary}</span>
                <CopyButton />
              </div>
              <Code
                code={exampleText(mediaType, value)}
                language={exampleLanguage(mediaType, value)}
              />
            </div>
          )),
        )}
      </div>
    </>
  );
}
