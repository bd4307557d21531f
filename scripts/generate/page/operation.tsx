import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { describeHeaders } from '../described/headers.ts';
import type { OperationObject } from '../described/operation-object.ts';
import type { FoundOperation } from '../described/operations.ts';
import { type DescribedParameter, describeParameters } from '../described/parameters.ts';
import { type DescribedMedia, describeContent, divided } from '../described/responses.ts';
import type { Schemas } from '../schemas.ts';
import {
  formerOperationAnchors,
  inOperation,
  operationAnchor,
  type Place,
  placeAnchor,
  SHARED_HEADERS,
} from './anchors.ts';
import { Errors, Status } from './errors.tsx';
import { ResponseExamples } from './examples.tsx';
import { Headers } from './headers.tsx';
import { FormerAnchors, Html, Name } from './html.tsx';
import { Deprecation, Method, Stability } from './labels.tsx';
import { plainText, prose } from './prose.ts';
import { Samples } from './samples.tsx';
import { Search } from './search.ts';
import type { Shared } from './shared.ts';
import { Description, Parts, Presence, Value } from './values.tsx';

export interface OperationProps extends FoundOperation {
  readonly schemas: Schemas;
  readonly shared: Shared;
  /** The labels of the languages of all samples. */
  readonly languages: readonly string[];
}

/** An operation: its description, and beside it samples and examples. */
export function Operation(props: OperationProps) {
  const { operation, method, path, languages } = props;
  const { operationId, summary, description = '', tags = [] } = operation;
  const { 'x-codeSamples': samples = [] } = operation;
  const anchor = operationAnchor(operationId);
  const { entries } = useContext(Search);
  const title = `${method.toUpperCase()} ${path}`;
  entries.push({
    kind: 'operation',
    title: summary,
    context: title,
    anchor,
    text: `${operationId} ${plainText(description)}`,
  });
  return (
    <section class="row operation" id={anchor} aria-labelledby={`${anchor}/title`}>
      <FormerAnchors anchors={tags.flatMap((tag) => formerOperationAnchors(operationId, tag))} />
      <div class="text">
        <h3 id={`${anchor}/title`} dir="auto">
          <a href={`#${anchor}`}>{summary}</a>
        </h3>
        <Search.Provider value={{ entries, context: summary }}>
          <OperationText {...props} />
        </Search.Provider>
      </div>
      <div class="aside">
        {samples.length > 0 && <Samples samples={samples} languages={languages} title={title} />}
        <ResponseExamples {...props} />
      </div>
    </section>
  );
}

function OperationText({ operation, method, path, schemas, shared }: OperationProps) {
  const { operationId, description = '' } = operation;
  const headers = describeHeaders(operation, schemas).filter(
    (header) => !shared.isSharedHeader(header),
  );
  return (
    <>
      <p class="endpoint">
        <Method method={method} />
        <Name text={path} class="path" />
        <button type="button" class="try" data-operation={operationId}>
          Try it
        </button>
      </p>
      <p class="labels">
        <Stability operation={operation} />
        <Deprecation operation={operation} />
      </p>
      <Html html={prose(description)} class="description" />
      <Parameters operation={operation} schemas={schemas} />
      <RequestBody operation={operation} schemas={schemas} />
      <Part title="Responses">
        <Successes operation={operation} schemas={schemas} />
      </Part>
      <Part title="Response headers">
        {headers.length > 0 && <Headers operationId={operationId} headers={headers} />}
        {shared.headers.length > 0 && (
          <p class="note">
            <a href={`#${SHARED_HEADERS}`}>Headers of every response</a>
          </p>
        )}
      </Part>
      <Part title="Errors">
        <Errors operation={operation} shared={shared} />
      </Part>
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly note?: ComponentChildren;
  readonly children: ComponentChildren;
}

function Part({ title, note, children }: PartProps) {
  return (
    <div class="part">
      <div class="part-head">
        <h4>{title}</h4>
        {note}
      </div>
      {children}
    </div>
  );
}

interface ContentProps {
  readonly operation: OperationObject;
  readonly schemas: Schemas;
}

const PARAMETER_TITLES: Readonly<Record<string, string>> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Request headers',
  cookie: 'Cookies',
};

function Parameters({ operation, schemas }: ContentProps) {
  const parameters = describeParameters(operation, schemas);
  const found = Object.entries(PARAMETER_TITLES).map(
    ([place, title]) => [title, parameters.filter((one) => one.place === place)] as const,
  );
  return (
    <>
      {found
        .filter(([, inPlace]) => inPlace.length > 0)
        .map(([title, inPlace]) => (
          <Part key={title} title={title}>
            <ul class="values">
              {inPlace.map((parameter) => (
                <Parameter key={parameter.name} {...parameter} operation={operation} />
              ))}
            </ul>
          </Part>
        ))}
    </>
  );
}

function Parameter({
  operation: { operationId },
  ...parameter
}: DescribedParameter & Pick<ContentProps, 'operation'>) {
  const { name, place, required } = parameter;
  return (
    <Value
      {...parameter}
      place={inOperation(operationId, place, name)}
      title={<Name text={name} />}
      entry={{ kind: 'parameter', title: name }}
      presence={<Presence required={required} />}
    />
  );
}

function RequestBody({ operation, schemas }: ContentProps) {
  const { operationId, requestBody } = operation;
  if (!requestBody) return null;
  const { description = '', required = false, content } = requestBody;
  return (
    <Part title="Request body" note={<Presence required={required} />}>
      {description && <Html html={prose(description)} class="description" />}
      <Content
        content={describeContent(content, schemas, 'request')}
        place={inOperation(operationId, 'body')}
      />
    </Part>
  );
}

function Successes({ operation, schemas }: ContentProps) {
  return divided(operation).successes.map(([status, { description, content = {} }]) => {
    const place = inOperation(operation.operationId, status);
    const anchor = placeAnchor(place);
    return (
      <div key={status} id={anchor} class="response">
        <div class="response-head">
          <Status status={status} anchor={anchor} />
          <Html html={prose(description)} class="description" />
        </div>
        <Content content={describeContent(content, schemas, 'response')} place={place} />
      </div>
    );
  });
}

interface ContentListProps {
  readonly content: readonly DescribedMedia[];
  readonly place: Place;
}

/** Bodies by media type. What is in the first of them has the shorter anchors. */
function Content({ content, place }: ContentListProps) {
  if (content.length === 0) return <p class="note">No body.</p>;
  return content.map((media, i) => {
    const { mediaType, type, parts } = media;
    const inner = i === 0 ? place : { ...place, path: [...place.path, mediaType] };
    return (
      <div key={mediaType} class="content">
        <p class="value-head">
          <Name text={mediaType} /> <span class="type">{type}</span>
        </p>
        <Description {...media} />
        <Parts parts={parts} place={inner} />
      </div>
    );
  });
}
