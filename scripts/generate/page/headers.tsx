import type { DescribedHeader } from '../described/headers.ts';
import { inOperation, type Place } from './anchors.ts';
import { Name } from './html.tsx';
import { Value } from './values.tsx';

interface HeadersProps {
  readonly operationId: string;
  readonly headers: readonly DescribedHeader[];
}

/** The headers that an operation's responses have beside those of every response. */
export function Headers({ operationId, headers }: HeadersProps) {
  return (
    <ul class="values">
      {headers.map((header) => (
        <Value
          {...header}
          key={header.key}
          place={headerPlace(operationId, header, headers)}
          title={<Name text={header.name} />}
          entry={{ kind: 'header', title: header.name }}
          presence={<span class="optional">{header.presence}</span>}
        />
      ))}
    </ul>
  );
}

/** Responses with different statuses can have different headers of the same name. */
function headerPlace(
  operationId: string,
  header: DescribedHeader,
  all: readonly DescribedHeader[],
): Place {
  const name = header.name.toLowerCase();
  const position = all.filter((other) => other.name.toLowerCase() === name).indexOf(header);
  return inOperation(operationId, 'headers', name, ...(position === 0 ? [] : [`${position + 1}`]));
}
