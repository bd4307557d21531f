import { SITE } from '../../../src/docs/placeholders.ts';
import { errorAnchor } from './anchors.ts';
import { Document, renderDocument } from './document.tsx';
import { guidesIn, Rows } from './guides.tsx';
import type { Site } from './index.tsx';
import { Group, SectionLink } from './navigation.tsx';

/** The page with what has changed for API consumers, by version. */
export function changelogPage({ info, changelog, languages }: Site): string {
  const { introduction, guides: releases } = guidesIn(changelog);
  const html = renderDocument(
    <Document
      info={info}
      title={`Changelog – ${info.title}`}
      markdown="docs/changelog.md"
      languages={languages}
      documentation={`${SITE}docs`}
      navigation={
        <Group title="Releases">
          {releases.map(({ id, title }) => (
            <SectionLink key={id} id={id} title={title} />
          ))}
        </Group>
      }
    >
      <Rows rows={introduction} />
      {releases.map(({ id, rows }) => (
        <section key={id} class="guide" aria-labelledby={id}>
          <Rows rows={rows} />
        </section>
      ))}
    </Document>,
  );
  // What errors mean is on the other page.
  return html.replaceAll(`href="#${errorAnchor('')}`, `href="${SITE}docs#${errorAnchor('')}`);
}
