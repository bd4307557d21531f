import type { DescribedHeader } from '../described/headers.ts';
import { inOperation, type Place, SHARED_HEADERS, sharedHeader } from './anchors.ts';
import { Name } from './html.tsx';
import { Value } from './values.tsx';

/** The headers that all responses have. */
export function SharedHeaders({ headers }: { readonly headers: readonly DescribedHeader[] }) {
  return (
    <section class="row" aria-labelledby={SHARED_HEADERS}>
      <div class="text">
        <h3 id={SHARED_HEADERS}>
          <a href={`#${SHARED_HEADERS}`}>Headers of every response</a>
        </h3>
        <HeaderList headers={headers} placeOf={({ name }) => sharedHeader(name)} />
      </div>
    </section>
  );
}

interface OwnHeadersProps {
  readonly operationId: string;
  readonly headers: readonly DescribedHeader[];
}

/** The headers that an operation's responses have beside those. */
export function OwnHeaders({ operationId, headers }: OwnHeadersProps) {
  return (
    <HeaderList headers={headers} placeOf={(header) => headerPlace(operationId, header, headers)} />
  );
}

/** Responses with different statuses can have different headers of the same name. */
export function headerPlace(
  operationId: string,
  header: DescribedHeader,
  all: readonly DescribedHeader[],
): Place {
  const name = header.name.toLowerCase();
  const position = all.filter((other) => other.name.toLowerCase() === name).indexOf(header);
  return inOperation(operationId, 'headers', name, ...(position === 0 ? [] : [`${position + 1}`]));
}

interface HeaderListProps {
  readonly headers: readonly DescribedHeader[];
  readonly placeOf: (header: DescribedHeader) => Place;
}

function HeaderList({ headers, placeOf }: HeaderListProps) {
  return (
    <ul class="values">
      {headers.map((header) => (
        <Value
          {...header}
          key={header.key}
          place={placeOf(header)}
          title={<Name text={header.name} />}
          entry={{ kind: 'header', title: header.name }}
          presence={<span class="optional">{header.presence}</span>}
        />
      ))}
    </ul>
  );
}
