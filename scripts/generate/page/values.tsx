import type { ComponentChildren } from 'preact';
import type { Alternatives, Described, Part } from '../described/schema.ts';
import { type Place, placeAnchor, within } from './anchors.ts';
import { Html, Name } from './html.tsx';
import { inline, plainText, prose } from './prose.ts';
import { type Entry, useEntry } from './search.ts';

/*
 * Parameters, headers, and what is in a value, as a tree in which each name can be linked to.
 */

interface ValueProps extends Described {
  readonly place: Place;
  readonly title: ComponentChildren;
  /** What it can be found by. */
  readonly entry?: Pick<Entry, 'kind' | 'title'>;
  /** Whether it is required. */
  readonly presence?: ComponentChildren;
}

/** A value that has a name, and what is in it. */
export function Value(props: ValueProps) {
  const { place, title, entry, type, presence, description, facts, parts } = props;
  const anchor = placeAnchor(place);
  useEntry(entry && { ...entry, anchor, text: plainText(description) }, place.path[0]);
  return (
    <li id={anchor}>
      <p class="value-head">
        <a class="value-name" href={`#${anchor}`}>
          {title}
        </a>{' '}
        {type && <span class="type">{type}</span>} {presence}
      </p>
      <Description description={description} facts={facts} />
      <Parts parts={parts} place={place} />
    </li>
  );
}

export function Presence({ required }: { readonly required: boolean }) {
  return required ? <span class="required">required</span> : <span class="optional">optional</span>;
}

export function Description({ description, facts }: Pick<Described, 'description' | 'facts'>) {
  return (
    <>
      {description && <Html html={prose(description)} class="description" />}
      {facts.length > 0 && <Html as="p" html={inline(facts.join(' '))} class="facts" />}
    </>
  );
}

interface PartsProps {
  readonly parts: readonly Part[];
  readonly place: Place;
}

/** What is in a value. */
export function Parts({ parts, place }: PartsProps) {
  if (parts.length === 0) return null;
  return (
    <ul class="values">
      {parts.map((part) => (
        <PartItem key={part} part={part} place={place} />
      ))}
    </ul>
  );
}

function PartItem({ part, place }: { readonly part: Part; readonly place: Place }) {
  if (part.kind === 'nothing') return <li class="note">No other fields.</li>;
  if (part.kind === 'anything') return <li class="note">Any other field: any JSON value.</li>;
  if (part.kind === 'repeated') {
    return (
      <li class="note">
        As described above for <Name text={part.name} />.
      </li>
    );
  }
  if (part.kind === 'alternatives') return <Branches alternatives={part} place={place} />;
  // No field is called like that.
  if (part.kind === 'item')
    return <Value {...part} place={within(place, '[]')} title="Each item" />;
  if (part.kind === 'others') {
    return <Value {...part} place={within(place, '{}')} title="Any other field" />;
  }
  return (
    <Value
      {...part}
      place={within(place, part.name)}
      title={<Name text={part.name} />}
      entry={{ kind: 'field', title: part.name }}
      presence={<Presence required={part.required} />}
    />
  );
}

interface BranchesProps {
  readonly alternatives: Alternatives;
  readonly place: Place;
}

function Branches({ alternatives: { words, chosenBy, branches }, place }: BranchesProps) {
  return (
    <li class="note">
      {words}
      {chosenBy !== undefined && [', which ', <Name key="by" text={chosenBy} />, ' says']}:
      <ul class="values">
        {branches.map((branch, i) => (
          <Value
            key={branch}
            {...branch}
            type=""
            place={within(place, `${words}/${i + 1}`)}
            title={branch.type}
          />
        ))}
      </ul>
    </li>
  );
}
