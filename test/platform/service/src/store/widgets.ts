// Widgets that the service offers.

import { type Contract, page } from '../../../../../src/platform/contract/index.ts';
import {
  expectCreated,
  idempotencyKeyReader,
} from '../../../../../src/platform/idempotency/index.ts';
import type { KeyFormat } from '../../../../../src/platform/keys/index.ts';
import { storeErrors } from './errors.ts';
import type { Handler } from './handler.ts';
import type { Widgets } from './widget-queries.ts';

export function widgetHandlers(widgets: Widgets, contract: Contract, keyFormat: KeyFormat) {
  const widgetPath = contract.findOperation('getWidget').route;
  const readIdempotencyKey = idempotencyKeyReader(
    contract.findOperation('createWidget'),
    keyFormat,
  );

  const listWidgets: Handler<'listWidgets'> = (request, reply) =>
    page(request, reply, widgets.list, request.query);

  const createWidget: Handler<'createWidget'> = async (request, reply) => {
    const { body } = request;
    const id = expectCreated(await widgets.create(body, readIdempotencyKey(request)));
    reply.header('Location', widgetPath.replace('{widgetId}', String(id)));
    return { id, ...body };
  };

  const getWidget: Handler<'getWidget'> = async (request) => {
    const { widgetId } = request.params;
    const widget = await widgets.find(widgetId);
    if (!widget) throw storeErrors.widgetNotFound(widgetId);
    return widget;
  };

  return { listWidgets, createWidget, getWidget };
}
