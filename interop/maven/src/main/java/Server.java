import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;

/** A small server on the Java SDK's stdio transport. */
public class Server {
  public static void main(String[] args) {
    var mapper = McpJsonDefaults.getMapper();
    Map<String, Object> schema =
        Map.of(
            "type", "object",
            "properties", Map.of("message", Map.of("type", "string")),
            "required", List.of("message"));
    McpServer.sync(new StdioServerTransportProvider(mapper))
        .serverInfo("interop", "1.0.0")
        .capabilities(ServerCapabilities.builder().tools(true).build())
        .toolCall(
            Tool.builder("echo", schema).description("Gives the message back").build(),
            (exchange, request) ->
                CallToolResult.builder()
                    .addTextContent(String.valueOf(request.arguments().get("message")))
                    .build())
        .build();
  }
}
