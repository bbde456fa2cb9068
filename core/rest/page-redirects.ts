/**
 * Page URLs of Superset and their URLs in Facet; `:name` carries a parameter over. The server and the client router
 * both redirect by it, so that links work on reload and in client-side navigation.
 */
export const MOVED_PAGES: Readonly<Record<string, string>> = {
  '/superset/welcome': '/',
  '/superset/dashboard/:idOrSlug': '/dashboard/:idOrSlug',
  '/superset/explore': '/explore',
  '/superset/slice/:slice_id': '/explore?slice_id=:slice_id',
  '/superset/explore/:type/:id': '/explore?datasource_type=:type&datasource_id=:id',
  '/superset/sqllab': '/sqllab',
  '/chart/edit/:id': '/explore?slice_id=:id',
  '/dashboard/new': '/dashboard/list',
  '/dataset/add': '/dataset/list',
  '/superset/sqllab/history': '/sqllab/history',
  '/users/userinfo': '/account',
  '/superset/profile/:username': '/account',
  '/superset/explore/p/:key': '/explore?permalink_key=:key',
  '/tablemodelview/list': '/dataset/list',
  '/databaseview/list': '/database/list',
  '/annotationlayermodelview/list': '/annotation_layer/list',
  '/annotationmodelview/:id/annotation': '/annotation_layer/:id',
  '/rowlevelsecurityfiltersmodelview/list': '/rowlevelsecurity/list',
  '/logmodelview/list': '/actionlog/list',
  '/csstemplatemodelview/list': '/css_template/list',
  '/savedqueryview/list': '/saved_query/list',
  '/dashboardasync/list': '/dashboard/list',
  '/superset/tags': '/tag/list',
  '/superset/all_entities': '/tag/objects',
  '/csvtodatabaseview/form': '/dataset/list?upload=csv',
  '/exceltodatabaseview/form': '/dataset/list?upload=excel',
  '/columnartodatabaseview/form': '/dataset/list?upload=columnar',
}
