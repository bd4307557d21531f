import { ERROR_CODES } from '../../../src/contract/error-codes.ts';
import { BASE_ADDRESSES } from '../../../src/docs/placeholders.ts';
import { operationsOf, schemasOf } from '../described/operations.ts';
import {
  errorAnchor,
  FORMER_OPERATIONS_ANCHORS,
  formerTagAnchors,
  placeAnchor,
  sharedHeader,
  tagAnchor,
} from './anchors.ts';
import { Document, renderDocument } from './document.tsx';
import { type Guide, Guides, guidesIn, sectionsOf } from './guides.tsx';
import { FormerAnchors, Html } from './html.tsx';
import type { Site } from './index.tsx';
import { Group, OperationLink, SectionGroup } from './navigation.tsx';
import { Operation } from './operation.tsx';
import { plainText, prose } from './prose.ts';
import { type Entry, Search } from './search.ts';
import { type Shared, sharedBy } from './shared.ts';
import { type Tag, tagsOf } from './tags.ts';

/** The page with the guides and the operations, and what can be found in it. */
export function documentationPage(site: Site): { html: string; entries: Entry[] } {
  const { contract, info, languages } = site;
  const { introduction, guides } = guidesIn(info.description ?? '');
  const operations = operationsOf(contract);
  const shared = sharedBy(operations, schemasOf(contract));
  const tags = tagsOf(contract, operations);
  const entries = guideEntries(guides);
  const html = renderDocument(
    <Document
      info={info}
      title={info.title}
      markdown="docs.md"
      languages={languages}
      documentation=""
      navigation={<Contents guides={guides} tags={tags} />}
    >
      <div class="row">
        <div class="text">
          <h1 dir="auto">{info.title}</h1>
          {info.summary && <p class="summary">{info.summary}</p>}
        </div>
        <Html class="aside" html={BASE_ADDRESSES} />
      </div>
      <Guides introduction={introduction} guides={guides} />
      <FormerAnchors anchors={FORMER_OPERATIONS_ANCHORS} />
      <Search.Provider value={{ entries, context: '' }}>
        {tags.map((tag) => (
          <TagSection key={tag.name} tag={tag} site={site} shared={shared} />
        ))}
      </Search.Provider>
    </Document>,
  );
  const isThere = ({ anchor }: Entry) => html.includes(`id="${anchor}"`);
  return { html, entries: [...entries, ...tableEntries(shared).filter(isThere)] };
}

function guideEntries(guides: readonly Guide[]): Entry[] {
  return guides.flatMap((guide) =>
    sectionsOf(guide).map(({ id, title, text }) => {
      const context = title === guide.title ? '' : guide.title;
      return { kind: 'guide', title, context, anchor: id, text };
    }),
  );
}

/** What tables in the guides describe, where they do. */
function tableEntries({ headers }: Shared): Entry[] {
  const codes = Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => ({
    kind: 'error' as const,
    title: code,
    context: `${status}`,
    anchor: errorAnchor(code),
    text: plainText(meaning),
  }));
  const shared = headers.map(({ name, description }) => ({
    kind: 'header' as const,
    title: name,
    context: 'every response',
    anchor: placeAnchor(sharedHeader(name)),
    text: plainText(description),
  }));
  return [...codes, ...shared];
}

interface ContentsProps {
  readonly guides: readonly Guide[];
  readonly tags: readonly Tag[];
}

function Contents({ guides, tags }: ContentsProps) {
  return (
    <>
      <SectionGroup title="Guides" sections={guides} />
      {tags.map(({ name, operations }) => (
        <Group key={name} title={name}>
          {operations.map((found) => (
            <OperationLink key={found.operation.operationId} {...found} />
          ))}
        </Group>
      ))}
    </>
  );
}

interface TagProps {
  readonly tag: Tag;
  readonly site: Site;
  readonly shared: Shared;
}

function TagSection({ tag: { name, description, operations }, site, shared }: TagProps) {
  const anchor = tagAnchor(name);
  return (
    <section class="tag" aria-labelledby={anchor}>
      <FormerAnchors anchors={formerTagAnchors(name)} />
      <div class="row">
        <div class="text">
          <h2 id={anchor} dir="auto">
            <a href={`#${anchor}`}>{name}</a>
          </h2>
          {description && <Html html={prose(description)} />}
        </div>
      </div>
      {operations.map((found) => (
        <Operation
          key={found.operation.operationId}
          {...found}
          schemas={schemasOf(site.contract)}
          shared={shared}
          languages={site.languages.map(({ label }) => label)}
        />
      ))}
    </section>
  );
}
