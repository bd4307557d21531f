// A plot. It is drawn on a canvas, to which no style sheet applies: its colours are read from the
// elements around it.

import UPlot from 'uplot';

/**
 * A plot as wide as its place, which is drawn anew whenever the theme changes. At first nothing is
 * drawn.
 *
 * @param describe returns the options and the data of uPlot as they are now
 */
export function createPlot(place, height, describe) {
  const systemTheme = matchMedia('(prefers-color-scheme: dark)');
  const theme = new MutationObserver(drawAnew);
  const size = new ResizeObserver(() => {
    const width = place.clientWidth;
    if (chart && chart.width !== width) chart.setSize({ width, height });
  });
  let chart;
  systemTheme.addEventListener('change', drawAnew);
  theme.observe(document.documentElement, { attributeFilter: ['style'] });
  size.observe(place);

  function draw() {
    chart?.destroy();
    const { options, data } = describe();
    chart = new UPlot({ ...options, width: place.clientWidth, height }, data, place);
  }

  function drawAnew() {
    if (chart) draw();
  }

  return {
    draw,
    /** Draws other values, and all anew if there are more lines, or fewer. */
    setData(data) {
      if (chart?.series.length === data.length) chart.setData(data);
      else draw();
    },
    remove() {
      systemTheme.removeEventListener('change', drawAnew);
      theme.disconnect();
      size.disconnect();
      chart?.destroy();
    },
  };
}

/** What all axes have: the text of the place, and lines in the colour of the border around it. */
export function axisAt(place, lineWidth) {
  const { color, fontFamily } = getComputedStyle(place);
  const { borderColor } = getComputedStyle(place.parentElement);
  const grid = { stroke: borderColor, width: lineWidth };
  return { stroke: color, font: `12px ${fontFamily}`, grid };
}
