import io.trino.plugin.memory.MemoryPlugin;
import io.trino.plugin.tpch.TpchPlugin;
import io.trino.server.testing.TestingTrinoServer;
import java.util.Map;

/**
 * A Trino server on loopback with the catalogs memory and tpch. Arguments: the port, and the maximum lifetime in
 * seconds. Prints READY when it answers. Ends when its standard input is closed.
 */
public class TestServer {
  public static void main(String[] arguments) throws Exception {
    Thread lifetime = new Thread(() -> end(Long.parseLong(arguments[1]) * 1000));
    lifetime.setDaemon(true);
    lifetime.start();
    TestingTrinoServer server = TestingTrinoServer.builder()
        .setProperties(Map.of("http-server.http.port", arguments[0], "node-scheduler.include-coordinator", "true"))
        .build();
    server.installPlugin(new TpchPlugin());
    server.createCatalog("tpch", "tpch");
    server.installPlugin(new MemoryPlugin());
    server.createCatalog("memory", "memory");
    System.out.println("READY");
    while (System.in.read() >= 0) {
    }
    System.exit(0);
  }

  private static void end(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException ignored) {
    }
    System.exit(1);
  }
}
