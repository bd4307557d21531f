// Widgets that the service offers.

import { page } from '../../../../../src/platform/contract/index.ts';
import { violatedConstraint } from '../../../../../src/platform/database/index.ts';
import { expectCreated } from '../../../../../src/platform/idempotency/index.ts';
import { storeErrors } from './errors.ts';
import type { Context, Handler } from './handler.ts';
import { type Check, openWidgets } from './widget-queries.ts';

export function widgetHandlers(context: Context) {
  const { addressOf, database, idempotencyKeyOf, matchCheckOf, now } = context;
  const widgets = openWidgets(database, now);
  const widgetAddress = addressOf('getWidget');
  const readIdempotencyKey = idempotencyKeyOf('createWidget');
  const expectMatch = matchCheckOf('getWidget');

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

  const updateWidget: Handler<'updateWidget'> = async (request) => {
    const { params, body } = request;
    const { widgetId } = params;
    const check: Check = (current) => expectMatch(request, current);
    const widget = await widgets.update(widgetId, body, check);
    if (!widget) throw storeErrors.widgetNotFound(widgetId);
    return widget;
  };

  const removeWidget: Handler<'removeWidget'> = async (request) => {
    const { widgetId } = request.params;
    const check: Check = (current) => expectMatch(request, current);
    const isRemoved = await widgets.remove(widgetId, check).catch((error: unknown) => {
      const isShipped = violatedConstraint(error)?.kind === 'foreignKey';
      throw isShipped ? storeErrors.widgetIsShipped(widgetId) : error;
    });
    if (!isRemoved) throw storeErrors.widgetNotFound(widgetId);
  };

  return { listWidgets, createWidget, getWidget, updateWidget, removeWidget };
}
