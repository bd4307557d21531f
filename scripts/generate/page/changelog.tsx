import { SITE } from '../../../src/docs/placeholders.ts';
import { errorAnchor } from './anchors.ts';
import { Document, renderDocument } from './document.tsx';
import { Guides, guidesIn } from './guides.tsx';
import type { Site } from './index.tsx';
import { SectionGroup } from './navigation.tsx';

/** The page with what has changed for API consumers, by version. */
export function changelogPage({ info, changelog, languages }: Site): string {
  const { introduction, guides: releases } = guidesIn(changelog);
  const html = renderDocument(
    <Document
      info={info}
      title={`Changelog – ${info.title}`}
      languages={languages}
      documentation={`${SITE}docs`}
      navigation={<SectionGroup title="Releases" sections={releases} />}
    >
      <Guides introduction={introduction} guides={releases} />
    </Document>,
  );
  // What errors mean is on the other page.
  return html.replaceAll(`href="#${errorAnchor('')}`, `href="${SITE}docs#${errorAnchor('')}`);
}
