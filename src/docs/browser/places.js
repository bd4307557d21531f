/*
 * Where the reader is: the fragment of the address leads there, and the side bar marks it.
 */

/** Opens what is folded around the target of the address. */
export function openTarget() {
  reveal();
  addEventListener('hashchange', reveal);
}

function reveal() {
  const target = targetOf(location.hash.slice(1));
  const folded = target?.closest('details:not([open])');
  if (!folded) return;
  folded.open = true;
  target.scrollIntoView();
}

/** As browsers find it. */
function targetOf(fragment) {
  return document.getElementById(fragment) ?? document.getElementById(decoded(fragment));
}

function decoded(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Marks the section that is being read. */
export function markSection() {
  const navigation = document.querySelector('#navigation');
  const links = [...navigation.querySelectorAll('a[href^="#"]')];
  const sections = links.map((link) => document.getElementById(link.hash.slice(1)));
  let current;
  let isPlanned = false;
  mark();
  addEventListener('scroll', plan, { passive: true });
  addEventListener('resize', plan, { passive: true });

  function plan() {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      mark();
    });
  }

  function mark() {
    const link = links[currentIndex()];
    if (link === current) return;
    current?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'location');
    current = link;
    if (link) keepInView(navigation, link);
  }

  /** The last section that begins above the upper third; at the end of the page, the last one. */
  function currentIndex() {
    const line = innerHeight / 3;
    const { scrollHeight } = document.documentElement;
    if (scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2) return sections.length - 1;
    return sections.findLastIndex((section) => section?.getBoundingClientRect().top <= line);
  }
}

/** Scrolls the side bar, and nothing else. */
function keepInView(navigation, link) {
  const bar = navigation.getBoundingClientRect();
  const { top, bottom } = link.getBoundingClientRect();
  if (top < bar.top || bottom > bar.bottom) {
    navigation.scrollTop += top - bar.top - bar.height / 3;
  }
}
