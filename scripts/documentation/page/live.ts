// The page that shows an operator what an instance does. The script
// src/platform/observability/live/browser/live.js fills it.

import { html } from './html.ts';

/** It stands by itself: the port of the metrics has no other page. */
export function livePage(): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Live</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="live.css">
<script type="module" src="live.js"></script>
</head>
<body>
<header>
<h1>Live</h1>
<p id="instance">This page needs JavaScript. <a href="metrics">The metrics</a> do not.</p>
</header>
<main>
<section id="problems" role="status" aria-label="State"></section>
<div id="plots"></div>
</main>
</body>
</html>
`.html;
}
