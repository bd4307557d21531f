// Widgets that the service offers.

import { page } from '../../../../../src/platform/contract/index.ts';
import { expectCreated } from '../../../../../src/platform/idempotency/index.ts';
import { storeErrors } from './errors.ts';
import type { Context, Handler } from './handler.ts';
import { openWidgets } from './widget-queries.ts';

export function widgetHandlers({ addressOf, database, idempotencyKeyOf, now }: Context) {
  const widgets = openWidgets(database, now);
  const widgetAddress = addressOf('getWidget');
  const readIdempotencyKey = idempotencyKeyOf('createWidget');

  const listWidgets: Handler<'listWidgets'> = (request, reply) =>
    page(request, reply, widgets.list, request.query);

  const createWidget: Handler<'createWidget'> = async (request, reply) => {
    const { body } = request;
    const id = expectCreated(await widgets.create(body, readIdempotencyKey(request)));
    reply.header('Location', widgetAddress({ widgetId: id }));
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
